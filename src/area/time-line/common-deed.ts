import { granteeName, toRightWords } from '../../protocol/right-words.ts';
import type { DeedWords } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';

/** What happens to sessions of every kind; undefined for anything else. */
export function toCommonDeed(entry: LogEntry): DeedWords | undefined {
  switch (entry.action) {
    case 'create':
      return { verb: 'began', label: String(entry.name) };
    case 'close':
      return { verb: 'closed the session' };
    case 'end':
      return { verb: 'ended the session' };
    case 'expire':
      return { verb: 'ended the session, because nobody used it' };
    case 'view':
      return { verb: 'opened the session' };
    case 'share':
      return {
        verb: 'shared it with',
        label: granteeName(entry.with),
        rest: `, to ${toRightWords(entry.may)}`,
      };
    case 'revoke':
      return { verb: 'stopped sharing it with', label: granteeName(entry.with) };
    default:
      return undefined;
  }
}

/** What no area has words for. */
export function toPlainDeed({ action, success, error }: LogEntry): DeedWords {
  const isFailed = success === false || typeof error === 'string';
  const label = action.replaceAll(/[._-]+/g, ' ');
  return isFailed
    ? { verb: 'could not do', label, reason: typeof error === 'string' ? error : 'It failed.' }
    : { verb: 'did', label };
}
