import { MASK } from '../../lib/mask.ts';
import type { AppSession } from '../bridge/app-session.ts';
import { uiMessageText } from '../bridge/chat/chat-record.ts';
import { eachBlock } from '../bridge/locate-block.ts';
import { isExcluded } from '../bridge/to-snapshot.ts';
import { secretBlocks } from '../bridge/values/is-secret.ts';
import type { ShownState } from './app-runner.ts';

/** Blocks whose value is a password. */
export function secretsOf(session: AppSession): string[] {
  if (session.history.length === 0) return [];
  return secretBlocks(session.tree()).map(({ blockId }) => blockId);
}

/** The state of the page as an agent may read it: passwords are dots, and hidden parts are left out. */
export function shownState(session: AppSession): unknown {
  const state = toShown(session.context.state);
  for (const id of secretsOf(session)) maskPath(state, id.split('.'));
  for (const { tree, path } of eachBlock(session.tree()))
    if (
      [...path.map((step) => step.tree), tree].some(({ block }) =>
        isExcluded(block.blockId, session.settings),
      )
    )
      deletePath(state, tree.block.blockId);
  return state;
}

/** The latest response of each request of the page. */
export function shownRequests({ context }: AppSession): Record<string, unknown> {
  const requests = Object.entries(context.requests).map(([id, [latest]]) => [id, latest?.response ?? null]);
  return toShown(Object.fromEntries(requests)) as Record<string, unknown>;
}

/** The full texts of conversations, of which a page may show only a part. */
export function shownChats(session: AppSession): Pick<ShownState, 'chats'> {
  const chats = Object.entries(session.page.ui.chats)
    .filter(([blockId]) => !isExcluded(blockId, session.settings))
    .map(([blockId, { messages }]) => [
      blockId,
      messages.map((message) => ({ id: message.id, role: message.role, text: uiMessageText(message) })),
    ]);
  return chats.length > 0 ? { chats: Object.fromEntries(chats) } : {};
}

export function maskPath(root: unknown, path: readonly string[]): void {
  const holder = holderOf(root, path);
  const last = path.at(-1) ?? '';
  if (holder && Object.hasOwn(holder, last) && holder[last] !== null) holder[last] = MASK;
}

function deletePath(root: unknown, id: string): void {
  const path = id.split('.');
  const holder = holderOf(root, path);
  if (holder) delete holder[path.at(-1) ?? ''];
}

function holderOf(root: unknown, path: readonly string[]): Record<string, unknown> | undefined {
  let here = root;
  for (const part of path.slice(0, -1)) here = (here as Record<string, unknown> | null | undefined)?.[part];
  return here !== null && typeof here === 'object' ? (here as Record<string, unknown>) : undefined;
}

/** For agents to read: dates as ISO text, big integers as text. Not for restoring. */
export function toShown(value: unknown): unknown {
  const replaced = JSON.stringify(value, (key, inner: unknown) => {
    // Without the build's own marks; an agent may send back what it reads here.
    if (key.startsWith('~')) return undefined;
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
  return JSON.parse(replaced ?? 'null');
}
