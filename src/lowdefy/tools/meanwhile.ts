import type { RunResult } from '../app-runner.ts';
import type { AppAction } from '../bridge/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import { toHistory } from './to-history.ts';

/** The newest are enough to know what happened; the page shows where it led. */
const MOST = 20;

/** Keep what the person did in a session, for the agent's next result. */
export function addMeanwhile(
  data: Record<string, unknown>,
  actions: readonly AppAction[],
  result: RunResult,
): Record<string, unknown> {
  const done = toHistory(actions, result).map(({ action, detail }) => ({ action, ...detail }));
  return { ...data, meanwhile: [...kept(data), ...done].slice(-MOST) };
}

/** What the agent was not told yet, as a line of its log; and the data without it. */
export function takeMeanwhile(data: Record<string, unknown>): {
  told: LogItem | undefined;
  data: Record<string, unknown>;
} {
  const { meanwhile: _, ...rest } = data;
  const did = kept(data);
  if (did.length === 0) return { told: undefined, data };
  const told = { action: 'person', success: true, did };
  return { told, data: rest };
}

function kept({ meanwhile }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(meanwhile) ? meanwhile : [];
}
