import { isRecord } from '../lib/is-record.ts';

/** The state of an app as `ui://state` shows it: with the events that wait for the agent, if there are any. */
export function withEvents(state: unknown, events: readonly unknown[]): unknown {
  if (events.length === 0) return state;
  if (state === null) return { _events: events };
  return isRecord(state) ? { ...state, _events: events } : { value: state, _events: events };
}
