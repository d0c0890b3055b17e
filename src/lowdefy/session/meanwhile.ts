import { type Actor, actorName } from '../../session/actor.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { type DoneAction, toPlainHistory } from './to-history.ts';

/** The latest are enough to know what happened; the page shows the result. */
const MAX_ACTIONS = 20;
/** Per value: longer text would push the page itself out of the result. */
const MAX_CHARACTERS = 300;
/** Agents that have not called for longest are forgotten first. */
const MAX_AGENTS = 20;

type Who = Pick<Actor, 'userId' | 'kind' | 'name'>;

/** Something done in a session, until every agent that works there has read it. */
interface Noted {
  n: number;
  by: Who;
  did: Record<string, unknown>;
}

/** Records what somebody did, for the next results of the agents in the session: of a person always, of an agent for others. */
export function noteActions(
  data: Record<string, unknown>,
  actor: Actor,
  actions: readonly DoneAction[],
  result: AppRunResult,
): Record<string, unknown> {
  const { kind } = actor;
  const by = toWho(actor);
  const isAlone = Object.keys(heardOf(data)).every((agent) => agent === keyOf(by));
  if (kind === 'agent' && isAlone) return data;
  const noted = notedIn(data);
  const next = lastOf(data) + 1;
  const hidden = new Set<unknown>(result.hidden);
  const done = toPlainHistory(actions, result)
    .filter(({ detail }) => !hidden.has(detail.blockId))
    .map(
      ({ action, detail }, index): Noted => ({
        n: next + index,
        by,
        did: { action, ...shortened(detail) },
      }),
    );
  const all = [...noted, ...done].filter((one, i, list) => !isTypedOver(one, list[i + 1]));
  return { ...data, meanwhile: all.slice(-MAX_ACTIONS) };
}

/** Records something else that a person did, for the agents' next results. */
export function noteDeed(
  data: Record<string, unknown>,
  actor: Actor,
  did: Record<string, unknown>,
): Record<string, unknown> {
  const noted = [...notedIn(data), { n: lastOf(data) + 1, by: toWho(actor), did }];
  return { ...data, meanwhile: noted.slice(-MAX_ACTIONS) };
}

/** A person's text arrives while it is typed; only the last of it matters. */
function isTypedOver(one: Noted, next: Noted | undefined): boolean {
  if (!next || one.by.kind !== 'person' || keyOf(one.by) !== keyOf(next.by)) return false;
  const isValue = ({ did }: Noted) => did.action === 'setValue' && did.success === true;
  return isValue(one) && isValue(next) && one.did.blockId === next.did.blockId;
}

/** What others did since this agent's last call, as log lines, and the data in which it has been told. */
export function takeNews(
  data: Record<string, unknown>,
  agent: Actor,
): { news: LogItem[]; data: Record<string, unknown> } {
  const key = keyOf(toWho(agent));
  const { meanwhile: _, heard: __, ...rest } = data;
  const heard = heardOf(data);
  const told = heard[key] ?? 0;
  const noted = notedIn(data);
  const news = noted.filter(({ n, by }) => n > told && keyOf(by) !== key);
  const { [key]: ___, ...others } = heard;
  const entries: [string, number][] = [...Object.entries(others), [key, lastOf(data)]];
  const now = Object.fromEntries(entries.slice(-MAX_AGENTS));
  const heardByAll = Math.min(...Object.values(now));
  const kept = noted.filter(({ n }) => n > heardByAll);
  return {
    news: toLines(news, agent),
    data: { ...rest, heard: now, ...(kept.length > 0 && { meanwhile: kept }) },
  };
}

/** One line for what one of them did in a row. The agent's own person needs no name. */
function toLines(news: readonly Noted[], agent: Actor): LogItem[] {
  const lines: { by: Who; did: Record<string, unknown>[] }[] = [];
  for (const { by, did } of news) {
    const last = lines.at(-1);
    if (last && keyOf(last.by) === keyOf(by)) last.did.push(did);
    else lines.push({ by, did: [did] });
  }
  return lines.map(({ by, did }) => ({
    action: by.kind,
    success: true,
    ...((by.kind === 'agent' || by.userId !== agent.userId) && { by: by.name }),
    did,
  }));
}

function toWho(actor: Actor): Who {
  return { userId: actor.userId, kind: actor.kind, name: actorName(actor) };
}

function keyOf({ userId, kind, name }: Who): string {
  return JSON.stringify([userId, kind, name]);
}

function lastOf(data: Record<string, unknown>): number {
  return Math.max(0, ...Object.values(heardOf(data)), ...notedIn(data).map(({ n }) => n));
}

function heardOf({ heard }: Record<string, unknown>): Record<string, number> {
  return (heard ?? {}) as Record<string, number>;
}

function notedIn({ meanwhile }: Record<string, unknown>): Noted[] {
  return Array.isArray(meanwhile) ? meanwhile.filter((one): one is Noted => 'by' in one) : [];
}

function shortened(detail: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(detail).map(([key, value]) => {
    const { length = 0 } = JSON.stringify(value) ?? '';
    return [key, length > MAX_CHARACTERS && key !== 'error' ? `(${length} characters)` : value];
  });
  return Object.fromEntries(entries);
}
