import type { PruneOptions } from '../session/session-store.ts';

/** Whether a session is of the kinds that are meant. */
export function isOfKinds(
  { kind }: { kind: string },
  { kinds, exceptKinds }: Pick<PruneOptions, 'kinds' | 'exceptKinds'>,
): boolean {
  return (kinds?.includes(kind) ?? true) && !exceptKinds?.includes(kind);
}
