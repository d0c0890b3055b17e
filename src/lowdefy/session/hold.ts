import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Hold, HoldStep } from '../../protocol/hold.ts';
import type { SessionRecord } from '../../session/session-record.ts';

type Principal = RouteContext['principal'];

const KINDS: Record<HoldStep, Hold['kind'] | undefined> = {
  pause: 'paused',
  resume: undefined,
  takeOver: 'taken',
  handBack: undefined,
  stop: 'stopped',
  allow: undefined,
};

/** A person holds the session: what an agent wants to do there is refused until they release it. */
export class HeldError extends TandemError {
  readonly hold: Hold;

  constructor(hold: Hold, doing: string | undefined) {
    super('forbidden', toReason(hold, doing));
    this.hold = hold;
  }
}

/** The local user has no name that an agent would know. */
export function nameForAgents({ name, local }: { name: string; local?: boolean | undefined }): string {
  return local ? 'the person' : name;
}

/** Undefined while agents may act. */
export function holdIn({ hold }: Record<string, unknown>): Hold | undefined {
  return isRecord(hold) ? (hold as unknown as Hold) : undefined;
}

export function withHold(
  { hold: _, ...data }: Record<string, unknown>,
  step: HoldStep,
  person: Pick<Principal, 'userId' | 'name' | 'local'>,
): Record<string, unknown> {
  const kind = KINDS[step];
  const { userId } = person;
  return kind === undefined
    ? data
    : { ...data, hold: { kind, by: nameForAgents(person), userId } satisfies Hold };
}

/** Refuses an agent where a person holds the session; reading is refused only where they stopped it. */
export function checkHold(
  { data }: Pick<SessionRecord, 'data'>,
  { kind }: Pick<Principal, 'kind'>,
  { reads = false } = {},
): void {
  const hold = kind === 'agent' ? holdIn(data) : undefined;
  if (hold && (!reads || hold.kind === 'stopped')) throw new HeldError(hold, doingOf(data));
}

function toReason({ kind, by }: Hold, doing: string | undefined): string {
  const what = doing === undefined ? '' : ` ${doing}`;
  const By = `${by[0]?.toUpperCase() ?? ''}${by.slice(1)}`;
  if (kind === 'stopped')
    return `Stopped by ${by}: agents may not use this session until a person allows it on its page. Nothing was done. Ask ${by} before you continue, or before you create another session for the same work.`;
  const how = kind === 'paused' ? `Paused by ${by}.` : `${By} has taken over this session.`;
  const then = kind === 'paused' ? 'resumes' : 'hands it back';
  return `${how}${what} Nothing was done. Reading still works. Pass waitSeconds (at most 50) to wait until ${by} ${then}, or ask ${by}.`;
}

/** What a person did last in the session. */
function doingOf({ meanwhile }: Record<string, unknown>): string | undefined {
  const last: unknown = Array.isArray(meanwhile) ? meanwhile.at(-1) : undefined;
  if (!isRecord(last) || !isRecord(last.by) || !isRecord(last.did) || last.by.kind !== 'person')
    return undefined;
  const { blockId, pageId } = last.did;
  const where = blockId ?? pageId;
  return typeof where === 'string' ? `They were last at "${where}".` : undefined;
}
