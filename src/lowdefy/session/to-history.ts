import { MASK } from '../../lib/mask.ts';
import { checkPlain } from '../bridge/values/plain-value.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { maskPath } from '../runner/shown-state.ts';
import { withoutContents } from './given-files.ts';

const MAX_CHARACTERS = 5_000;

/** An action of an agent, or a call of the client on a person's page. */
export type DoneAction = { readonly type: string };

/** `items` and `item` only say where something is. */
type Given = DoneAction & { items?: unknown; item?: unknown };

interface HistoryLine {
  action: string;
  detail: Record<string, unknown>;
}

/** Lines for the session's history: who did what, with what outcome, in the words on the page; secrets masked. */
export function toHistory(actions: readonly DoneAction[], result: AppRunResult): HistoryLine[] {
  const { facts = [], secrets } = result;
  return toPlainHistory(actions, result).map(({ action, detail }, index) => {
    const { before, ...words } = facts[index] ?? {};
    const id = detail.blockId;
    const shown =
      before === undefined || typeof id !== 'string' ? {} : { before: maskAll(before, id, secrets) };
    return { action, detail: { ...detail, ...words, ...shown } };
  });
}

/** The same without the words, for agents: they have read the page. */
export function toPlainHistory(
  actions: readonly DoneAction[],
  { done, secrets }: AppRunResult,
): HistoryLine[] {
  return done.map(({ action, success, error, navigatedTo }, index) => {
    const { type: _, items: _items, item: _item, ...given }: Given = actions[index] ?? { type: action };
    return {
      action,
      detail: {
        ...masked(given, secrets),
        success,
        ...(error ? { error } : {}),
        ...(navigatedTo ? { navigatedTo } : {}),
      },
    };
  });
}

/** The input of an action without passwords: by block, by key, and in list items. */
function masked(given: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  const copy = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, toKept(value)]));
  const id = copy.blockId ?? copy.key;
  for (const secret of secrets) {
    for (const several of [copy.values, copy.params]) {
      if (several === null || typeof several !== 'object') continue;
      const holder = several as Record<string, unknown>;
      for (const key of Object.keys(holder)) holder[key] = maskIn(holder[key], key, secret);
    }
    if (typeof id === 'string' && 'value' in copy) copy.value = maskIn(copy.value, id, secret);
  }
  return copy;
}

function maskAll(given: unknown, id: string, secrets: readonly string[]): unknown {
  return secrets.reduce((value, secret) => maskIn(value, id, secret), toKept(given));
}

function maskIn(value: unknown, id: string, secret: string): unknown {
  if (id === secret) return value === null ? null : MASK;
  if (!secret.startsWith(`${id}.`)) return value;
  // A list may arrive as JSON text, in which nothing can be masked reliably.
  if (typeof value === 'string') return MASK;
  maskPath(value, secret.slice(id.length + 1).split('.'));
  return value;
}

/** A copy for the history, which is for reading: long values and values that are not plain data are only mentioned. */
function toKept(given: unknown): unknown {
  const value = withoutContents(given);
  try {
    checkPlain(value, 'It');
  } catch {
    return '(not plain data, or too large)';
  }
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  return text.length > MAX_CHARACTERS ? `(${text.length} characters)` : JSON.parse(text);
}
