import { TandemError } from '../../errors.ts';
import { decodeJson } from '../../lib/json-codec.ts';
import type { Logger } from '../../lib/logger.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Lease, SessionKey } from '../../session/session-store.ts';
import type { Sessions } from '../../session/sessions.ts';
import { type Ending, effectKeyOf, type JournalEntry, type ReplayedEntry } from '../run/journal.ts';
import { JournalMismatch } from '../run/journal-mismatch.ts';
import { toRecordedError } from '../run/recorded-error.ts';
import type { RunHost } from '../run/run-host.ts';
import { ToolRun } from '../run/tool-run.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import { addressQuestions } from './address-questions.ts';
import type { CallChanges } from './call-changes.ts';
import { CallHost, type HostServices } from './call-host.ts';
import { type Dated, toJournal, toLogEntries } from './call-log.ts';
import { type CallRecord, callRecordOf } from './call-record.ts';
import { type CallState, toCallState } from './call-state.ts';
import type { LiveCall } from './live-call.ts';
import { Misfits } from './misfits.ts';

interface CallDriverOptions {
  sessions: Sessions;
  tool(name: string): Promise<AnyMcpTool | undefined>;
  sampler?: Sampler | undefined;
  log: Logger;
  maxLive?: number | undefined;
  changes: CallChanges;
}

interface Held {
  lease: Lease;
  journal: Dated[];
  state: CallState;
}

const DEFAULT_MAX_LIVE = 1000;
const TOUCH_AFTER_MS = 24 * 60 * 60_000;
const CLOSING_MS = 2000;

/**
 * Runs calls. The process that drives a call holds its lease and has read its journal to the end. While a call
 * waits nobody holds the lease, so any process can receive the answer.
 */
export class CallDriver {
  readonly #options: CallDriverOptions;
  readonly #live: LruMap<string, LiveCall>;
  readonly #hosting: HostServices;
  readonly #ending = new Set<string>();
  readonly #driven = new Map<string, SessionKey>();
  readonly #misfits = new Misfits();
  #closed = false;

  constructor(options: CallDriverOptions) {
    this.#options = options;
    this.#live = new LruMap({
      max: options.maxLive ?? DEFAULT_MAX_LIVE,
      canEvict: ({ driving }) => !driving,
    });
    const { sessions, changes, sampler } = options;
    this.#hosting = { sessions, changes, sampler };
  }

  get live(): number {
    return this.#live.size;
  }

  /** Whether a call is in memory. */
  has(sessionId: string): boolean {
    return this.#live.get(sessionId) !== undefined;
  }

  /** The calls that run here now. */
  driven(): SessionKey[] {
    return [...this.#driven.values()];
  }

  /** Whether its session is being closed because the call is over. */
  isEnding(sessionId: string): boolean {
    return this.#ending.has(sessionId);
  }

  async state(record: SessionRecord): Promise<CallState> {
    return toCallState(toJournal(await this.#sessions.history(record)), record.createdAt);
  }

  async toolOf(record: SessionRecord): Promise<AnyMcpTool> {
    const tool = await this.#options.tool(record.name);
    if (tool) return tool;
    throw new TandemError(
      'unavailable',
      `Tool "${record.name}" is not available here, or its file cannot be loaded (the server's log says why). The call stays open.`,
    );
  }

  /** Start a new call; it then runs in the background. */
  async begin(record: SessionRecord): Promise<void> {
    const held = await this.#hold(record);
    await this.#driveHeld(record, held, () => undefined);
  }

  /** Tell a call what `decide` returns for its current state. Resolves when that is on disk. */
  async tell(
    record: SessionRecord,
    decide: (state: CallState) => Promise<ReplayedEntry | undefined>,
  ): Promise<void> {
    if (isInRounds(record)) return this.#tellInRounds(record, decide);
    const live = this.#live.get(record.sessionId);
    if (live?.hears) {
      const entry = await decide(await this.state(record));
      if (!entry) return;
      if (live.hears) return live.run.tell(entry);
    }
    const held = await this.#hold(record);
    let entry: ReplayedEntry | undefined;
    try {
      entry = await decide(held.state);
    } finally {
      if (!entry) await held.lease.release();
    }
    if (entry) await this.#driveHeld(record, held, () => entry);
  }

  async cancel(record: SessionRecord, entry: Extract<ReplayedEntry, { op: 'cancel' }>): Promise<void> {
    if (isInRounds(record)) {
      if (!(await this.state(record)).ending) await this.end(record, { ...entry, op: 'cancelled' });
      return;
    }
    try {
      await this.tell(record, async ({ ending }) => (ending ? undefined : entry));
      await this.#live.get(record.sessionId)?.driving;
    } catch (error) {
      if (!(error instanceof JournalMismatch)) throw error;
      // Its cleanup cannot run: the tool is not the one that began the call.
      await this.idle(record.sessionId);
      await this.end(record, { ...entry, op: 'cancelled' });
    }
  }

  /** Why a call cannot continue: its tool does not fit its journal. */
  reason(sessionId: string): string | undefined {
    return this.#misfits.reason(sessionId);
  }

  /** Find out whether a call that waits fits its tool as it is now, without running anything. */
  async checkFit(record: SessionRecord): Promise<void> {
    if (isInRounds(record) || this.#live.get(record.sessionId)) return;
    const tool = await this.#options.tool(record.name);
    const journal = toJournal(await this.#sessions.history(record));
    if (!tool || toCallState(journal, record.createdAt).ending) return;
    const seen = { tool, length: journal.length };
    this.#misfits.check(record.sessionId, seen, () => this.#create(record, tool, journal, MUTE).replay());
  }

  /** Resume a call that should be running, unless another process drives it. */
  async resume(record: SessionRecord): Promise<void> {
    const { sessionId, name } = record;
    if (this.#live.get(sessionId)?.driving || this.#closed) return;
    if (this.reason(sessionId) && this.#misfits.isStill(sessionId, await this.#options.tool(name))) return;
    if (isInRounds(record)) {
      const { ending } = await this.state(record);
      if (ending) await this.#finish(record, ending);
      return;
    }
    let held: Held;
    try {
      held = await this.#hold(record, 0);
    } catch (error) {
      if (error instanceof TandemError && error.code === 'busy') return;
      throw error;
    }
    if (held.state.ending) await this.#finish(record, held.state.ending).finally(() => held.lease.release());
    else if (held.state.status === 'running') await this.#driveHeld(record, held, () => undefined);
    else await held.lease.release();
  }

  /** Append to a call's journal. */
  async note(record: SessionRecord, entries: readonly JournalEntry[]): Promise<void> {
    await addressQuestions(this.#sessions, this.#options.changes, record, entries);
    await this.#sessions.append(record, toLogEntries(entries, record.userId, record.name));
    this.#options.changes.changed(record);
  }

  /** End a call that nothing drives. */
  async end(record: SessionRecord, ending: Ending): Promise<void> {
    await this.note(record, [ending]);
    await this.#finish(record, ending);
  }

  /** Resolves when nobody here drives the call. */
  async idle(sessionId: string): Promise<void> {
    await this.#live.get(sessionId)?.driving;
  }

  /** The caller's model is asked while nobody drives the call. */
  async wantedSample(record: SessionRecord): Promise<SampleRequest | undefined> {
    let wanted: SampleRequest | undefined;
    await this.#standing(record, (run) => {
      wanted = sampleOf(run)?.effect.request;
      return undefined;
    });
    return wanted;
  }

  async tellSample(record: SessionRecord, answer: SampleAnswer | Error): Promise<void> {
    await this.#standing(record, (run) => {
      const wanted = sampleOf(run);
      if (!wanted) return undefined;
      const { id, effect } = wanted;
      const outcome = answer instanceof Error ? { error: toRecordedError(answer) } : { value: { ...answer } };
      return { ...effectKeyOf(effect), id, ...outcome } as ReplayedEntry;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const driving = this.#live.values().flatMap(({ run, driving }) => (driving ? [{ run, driving }] : []));
    for (const { run } of driving)
      run.discard(new TandemError('unavailable', 'The server is shutting down.'));
    await Promise.race([
      Promise.allSettled(driving.map((call) => call.driving)),
      new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref()),
    ]);
  }

  get #sessions() {
    return this.#options.sessions;
  }

  /** The handler may hold the lease for long, so answers do not wait for it: the first one in the journal counts. */
  async #tellInRounds(
    record: SessionRecord,
    decide: (state: CallState) => Promise<ReplayedEntry | undefined>,
  ): Promise<void> {
    const entry = await decide(await this.state(record));
    if (!entry) return;
    await this.note(record, [entry]);
    await decide(await this.state(record));
  }

  /** Run a call until it waits, then tell it what `decide` returns. */
  async #standing(record: SessionRecord, decide: (run: ToolRun) => ReplayedEntry | undefined): Promise<void> {
    const held = await this.#hold(record);
    if (held.state.ending) return held.lease.release();
    await this.#driveHeld(record, held, () => undefined);
    const live = this.#live.get(record.sessionId);
    await live?.driving;
    const entry = live && decide(live.run);
    if (entry) await this.tell(record, async ({ ending }) => (ending ? undefined : entry));
  }

  async #hold(record: SessionRecord, waitMs?: number): Promise<Held> {
    await this.#live.get(record.sessionId)?.driving;
    const lease = await this.#sessions.lease(record, waitMs === undefined ? {} : { waitMs });
    try {
      const journal = toJournal(await this.#sessions.history(record));
      return { lease, journal, state: toCallState(journal, record.createdAt) };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Drive in the background, which takes over the lease. Resolves when what was told is on disk. */
  async #driveHeld(record: SessionRecord, held: Held, told: () => ReplayedEntry | undefined): Promise<void> {
    let run: ToolRun;
    try {
      run = await this.#runOf(record, held);
    } catch (error) {
      await this.#couldNotStart(record, error).finally(() => held.lease.release());
      throw error;
    }
    this.#misfits.remove(record.sessionId);
    const entry = told();
    const telling = entry && run.tell(entry);
    const live: LiveCall = { run, hears: true };
    live.driving = this.#drive(record, live, held.lease);
    this.#live.set(record.sessionId, live);
    await telling;
  }

  async #drive(record: SessionRecord, live: LiveCall, lease: Lease): Promise<void> {
    const { run } = live;
    this.#driven.set(record.sessionId, record);
    const lose = () =>
      run.discard(new TandemError('busy', 'Another process is running this call; try again.'));
    lease.lost.addEventListener('abort', lose);
    try {
      try {
        // No message may arrive between this check and `hears = false`.
        do await run.drive();
        while (run.hasMessages && !run.isDiscarded);
      } catch (error) {
        await this.#failed(record, run, error);
      }
      live.hears = false;
      if (run.ending && !run.isDiscarded) await this.#finish(record, run.ending);
      else if (!run.isDiscarded) await this.#touch(record);
    } catch (error) {
      this.#options.log.error(`call ${record.sessionId} of ${record.name} stopped`, error);
    } finally {
      live.hears = false;
      this.#driven.delete(record.sessionId);
      lease.lost.removeEventListener('abort', lose);
      if (run.ending || run.isDiscarded) this.#live.delete(record.sessionId);
      await lease.release();
      live.driving = undefined;
      this.#options.changes.changed(record);
    }
  }

  async #runOf(record: SessionRecord, { journal }: Held): Promise<ToolRun> {
    const live = this.#live.get(record.sessionId);
    if (live && !live.run.isDiscarded && live.run.length === journal.length) return live.run;
    return this.#create(record, await this.toolOf(record), journal);
  }

  #create(record: SessionRecord, tool: AnyMcpTool, journal: readonly Dated[], host?: RunHost): ToolRun {
    const call = callRecordOf(record) as CallRecord;
    const { sessionId, userId } = record;
    return new ToolRun({
      tool,
      params: decodeJson(call.params),
      callId: call.callId,
      userId,
      journal: journal.map(({ entry }) => entry),
      parent: call.parent,
      host:
        host ??
        new CallHost(this.#hosting, {
          sessionId,
          userId,
          tool: tool.name,
          clientSamples: call.clientSamples ?? false,
        }),
    });
  }

  /** Where the tool does not fit the journal, or the store fails, the call stays as it is. */
  async #failed(record: SessionRecord, run: ToolRun, error: unknown): Promise<void> {
    run.discard(error instanceof Error ? error : new Error(String(error)));
    if (isStoreTrouble(error)) throw error;
    if (error instanceof JournalMismatch) {
      this.#options.log.warn(`call ${record.sessionId} waits`, error.message);
      return this.#misfits.add(record.sessionId, run.tool, error.message);
    }
    await this.#couldNotStart(record, error);
    await this.#finish(record, { op: 'failed', error: toRecordedError(error) });
  }

  async #couldNotStart(record: SessionRecord, error: unknown): Promise<void> {
    if (isStoreTrouble(error)) return;
    await this.note(record, [{ op: 'failed', error: toRecordedError(error) }]);
  }

  async #finish(record: SessionRecord, ending: Ending): Promise<void> {
    const { sessionId, userId, name } = record;
    this.#ending.add(sessionId);
    try {
      const now = await this.#sessions.find(record);
      if (now?.status !== 'open') return;
      if (ending.op === 'cancelled' && ending.expired)
        await this.#sessions.save({ ...now, status: 'expired' });
      else await this.#sessions.close({ userId, kind: 'agent', name }, sessionId);
    } finally {
      this.#ending.delete(sessionId);
    }
  }

  /** Keep an active call from expiring: the store looks at the age of the record only. */
  async #touch(record: SessionRecord): Promise<void> {
    if (Date.now() - new Date(record.updatedAt).getTime() < TOUCH_AFTER_MS) return;
    const now = await this.#sessions.find(record);
    if (now?.status === 'open') await this.#sessions.save(now);
  }
}

const STORE_TROUBLE: ReadonlySet<string> = new Set(['unavailable', 'not_found', 'conflict', 'busy']);

const MUTE: RunHost = { append: async () => {}, sample: () => undefined, notice: () => {} };

function isInRounds(record: SessionRecord): boolean {
  return callRecordOf(record)?.inRounds === true;
}

/** The store cannot be reached, has no such session, or has refused the write because another process holds the lease. */
function isStoreTrouble(error: unknown): boolean {
  const isOfTool = error instanceof JournalMismatch;
  return error instanceof TandemError && !isOfTool && STORE_TROUBLE.has(error.code);
}

function sampleOf(run: ToolRun) {
  return run.waitsFor().flatMap(({ id, effect }) => (effect.op === 'sample' ? [{ id, effect }] : []))[0];
}
