import type { AppSession } from './bridge/app-session.ts';
import { eachBlock } from './bridge/locate-block.ts';

/** Blocks whose value is a password. */
export function secretsOf(session: AppSession): string[] {
  if (session.history.length === 0) return [];
  return [...eachBlock(session.tree())].flatMap(({ tree }) =>
    tree.block.type === 'PasswordInput' ? [tree.block.blockId] : [],
  );
}

/** A copy of the state in which passwords are only dots. */
export function mask(state: Record<string, unknown>, secrets: string[]): Record<string, unknown> {
  const copy = structuredClone(state);
  for (const id of secrets) {
    const path = id.split('.');
    const last = path.pop() ?? '';
    let holder: unknown = copy;
    for (const part of path) holder = (holder as Record<string, unknown> | undefined)?.[part];
    const found = holder as Record<string, unknown> | null | undefined;
    if (found && typeof found === 'object' && found[last] != null) found[last] = '••••';
  }
  return copy;
}

/** As an agent reads it: dates as ISO text, big integers as text. Not for bringing back. */
export function toShown(value: unknown): unknown {
  const replaced = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  );
  return JSON.parse(replaced ?? 'null');
}
