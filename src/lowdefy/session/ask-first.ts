import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { AskFirst } from '../../protocol/hold.ts';
import { nameForAgents } from './hold.ts';
import type { DoneAction } from './to-history.ts';

type Principal = RouteContext['principal'];

/** A person wants to be asked before an agent changes anything in the session, and this was not approved. */
export class AskFirstError extends TandemError {
  constructor({ by }: AskFirst) {
    super(
      'forbidden',
      `${by[0]?.toUpperCase() ?? ''}${by.slice(1)} wants to be asked before each change in this session. Nothing was done. Use interact: ${by} is then asked.`,
    );
  }
}

/** Who wants to be asked before each change; undefined if nobody does. */
export function askFirstIn({ askFirst }: Record<string, unknown>): AskFirst | undefined {
  return isRecord(askFirst) ? (askFirst as unknown as AskFirst) : undefined;
}

export function withAskFirst(
  { askFirst: _, ...data }: Record<string, unknown>,
  isOn: boolean,
  person: Pick<Principal, 'userId' | 'name' | 'local'>,
): Record<string, unknown> {
  if (!isOn) return data;
  const { userId } = person;
  return { ...data, askFirst: { by: nameForAgents(person), userId } satisfies AskFirst };
}

/** Going to another page changes nothing. */
export function isChange({ type }: DoneAction): boolean {
  return type !== 'navigate';
}
