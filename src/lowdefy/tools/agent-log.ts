import { actionSchema } from '../bridge/actions/action.ts';
import type { LogItem, RequestResult } from '../bridge/recorder.ts';

/** A number of actions that succeeded, with nothing else to say. */
interface Folded {
  done: number;
}

export type LogLine = LogItem | ShortItem | Folded;
type ShortItem = Omit<LogItem, 'requestResults'> & { requestResults: Partial<RequestResult>[] };

const ACTIONS: ReadonlySet<string> = new Set(actionSchema.options.map((option) => option.shape.type.value));
/** What only repeats the action; anything else in a line is news. */
const HEADING: ReadonlySet<string> = new Set(['action', 'blockId', 'event', 'pageId', 'success']);

/**
 * The log as an agent reads it: plain successes as one count, and each line that has something to say. Events of a
 * page that only loaded data are left out; the page shows the data.
 */
export function toAgentLog(lines: readonly LogItem[], mode: 'full' | 'short'): LogLine[] {
  if (mode === 'full') return [...lines];
  const told: LogLine[] = [];
  let folded: Folded | undefined;
  for (const line of lines) {
    const isAction = ACTIONS.has(line.action);
    if (!isPlain(line, isAction)) told.push(withoutPlainSuccess(line));
    else if (folded) folded.done += isAction ? 1 : 0;
    else if (isAction) {
      folded = { done: 1 };
      told.push(folded);
    }
  }
  return told;
}

function isPlain(line: LogItem, isAction: boolean): boolean {
  return (
    line.success && Object.keys(line).every((key) => HEADING.has(key) || (!isAction && key === 'requests'))
  );
}

/** Of requests, only a failure is worth a word; a response says that it succeeded. */
function withoutPlainSuccess({ requestResults, ...line }: LogItem): LogItem | ShortItem {
  if (!requestResults) return line;
  const results = requestResults.map(({ success, ...result }) => (success ? result : { success, ...result }));
  return { ...line, requestResults: results };
}

/** What comes before the page when something failed; undefined when nothing did. */
export function toFailureLine(done: readonly LogItem[], asked: number, stopped: boolean): string | undefined {
  const failed = done.filter(({ success }) => !success).length;
  if (failed === 0) return undefined;
  const counted = asked === 1 ? 'The action failed' : `${failed} of ${asked} actions failed`;
  const left = stopped ? asked - done.length : 0;
  return left === 0
    ? `${counted}; see the log.`
    : `${counted}, and ${left} after it ${left === 1 ? 'was' : 'were'} not run; see the log.`;
}
