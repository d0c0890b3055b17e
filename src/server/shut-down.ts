import type { Area } from '../area/area.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Logger } from '../lib/logger.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { Sessions } from '../session/sessions.ts';

export interface Running {
  work: OpenWork;
  listeners: Listeners | undefined;
  /** Close the streams of all clients. */
  streams(): Promise<unknown>;
  sessions: Sessions;
  /** Say that this instance is gone; what it had is saved. */
  leave(): Promise<void> | undefined;
  areas: readonly Area[];
  log: Logger;
}

/** Supervisors kill what has not ended after ten seconds. */
const ALL_MS = 9000;
const ANSWER_MS = 3000;
const CANCEL_MS = 1500;
const SAVE_MS = 5000;
const CLOSE_MS = 500;

/**
 * First the answers, then the streams that carry them, then what is saved, then the store. No step waits for ever: false
 * where an area did not end in its time, as where a thread of it is stuck.
 */
export async function shutDown({
  work,
  listeners,
  streams,
  sessions,
  leave,
  areas,
  log,
}: Running): Promise<boolean> {
  const end = Date.now() + ALL_MS;
  const inTime = async (what: string, ms: number, step: Promise<unknown>) => {
    const isDone = await isDoneWithin(ms, step);
    if (!isDone) log.warn(`${what}: not done within ${ms} ms`);
    return isDone;
  };
  const quietly = (what: string, step: Promise<unknown> | undefined) =>
    step?.catch((error: unknown) => log.error(`${what} failed`, error));

  listeners?.refuse();
  if (work.size > 0) log.info(`stopping; finishing calls first: ${work.size}`);
  const isAnswered = await work.drain({ patienceMs: ANSWER_MS, graceMs: CANCEL_MS });
  if (!isAnswered) log.warn(`calls that did not finish in time: ${work.size}`);
  const closing = [quietly('closing the streams', streams()), quietly('closing', listeners?.close())];
  await inTime('closing connections', CLOSE_MS, Promise.all(closing));
  await inTime('session work', CLOSE_MS, sessions.idle());
  // Areas save what they hold in memory, so the store goes last.
  const saving = areas.map((area) => quietly(`closing ${area.name}`, area.close?.()));
  const isClean = await inTime('saving', Math.min(SAVE_MS, end - Date.now() - CLOSE_MS), Promise.all(saving));
  await inTime('leaving the other instances', CLOSE_MS, Promise.resolve(quietly('leaving', leave())));
  await inTime('closing the store', CLOSE_MS, sessions.shutDown());
  return isClean;
}

async function isDoneWithin(ms: number, step: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([step.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
