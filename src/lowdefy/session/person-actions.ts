import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { toHistory } from './to-history.ts';

/** The latest are enough to know what happened; the page shows the result. */
const MAX_ACTIONS = 20;
/** Per value: longer text would push the page itself out of the result. */
const MAX_CHARACTERS = 300;

/** Records what the person did in a session, for the agent's next result. */
export function addPersonActions(
  data: Record<string, unknown>,
  actions: readonly AppAction[],
  result: AppRunResult,
): Record<string, unknown> {
  const done = toHistory(actions, result).map(({ action, detail }) => ({ action, ...shortened(detail) }));
  return { ...data, meanwhile: [...kept(data), ...done].slice(-MAX_ACTIONS) };
}

/** What the agent has not been told yet, as a log line, and the data without it. */
export function takePersonActions(data: Record<string, unknown>): {
  told: LogItem | undefined;
  data: Record<string, unknown>;
} {
  const { meanwhile: _, ...rest } = data;
  const did = kept(data);
  if (did.length === 0) return { told: undefined, data };
  const told = { action: 'person', success: true, did };
  return { told, data: rest };
}

function shortened(detail: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(detail).map(([key, value]) => {
    const { length = 0 } = JSON.stringify(value) ?? '';
    return [key, length > MAX_CHARACTERS && key !== 'error' ? `(${length} characters)` : value];
  });
  return Object.fromEntries(entries);
}

function kept({ meanwhile }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(meanwhile) ? meanwhile : [];
}
