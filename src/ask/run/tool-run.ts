import { randomUUID } from 'node:crypto';
import { TandemError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../lib/json-codec.ts';
import { AS_JSON, checkPlainJson } from '../tool/check-plain-json.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { Recorded, ToolLogLevel } from '../tool/operation.ts';
import { type Begun, isSameEffect, stillBegun } from './begun.ts';
import type { CallOfTool } from './call-of-tool.ts';
import { type Fiber, Fibers } from './fibers.ts';
import {
  describe,
  type Ending,
  effectKeyOf,
  isReplayed,
  type JournalEntry,
  type ReplayedEntry,
} from './journal.ts';
import { JournalMismatch } from './journal-mismatch.ts';
import { neverRun } from './made-operation.ts';
import { fromRecordedError, toRecordedError } from './recorded-error.ts';
import type { RunHost, RunOptions } from './run-host.ts';
import { Scope } from './scope.ts';
import { toBody } from './to-body.ts';
import { PRINTS_NOTHING, type Printing, toolOutput } from './tool-output.ts';
import { type EffectOutcome, work } from './work.ts';

const MAX_ENTRIES = 10_000;

/**
 * One call of a tool, in this process: replays the journal, then continues from its end. Every outcome is on disk
 * before the tool receives it, so a process may die at any moment and another can continue.
 */
export class ToolRun implements Printing {
  readonly #host: RunHost;
  readonly #callId: string;
  readonly #tool: AnyMcpTool;
  readonly #scope: Scope;
  readonly #fibers: Fibers;
  readonly #call: CallOfTool;
  /** What the tool received before; undefined once all of it has been replayed. */
  #recorded: ReplayedEntry[] | undefined;
  #position = 0;
  /** Questions, sleeps and samples that were begun before and have no outcome yet. */
  #begun: Map<string, Begun> | undefined;
  #length: number;
  readonly #waiting = new Map<string, { fiber: Fiber; effect: Recorded }>();
  #fresh: string[] = [];
  #working: Map<string, AbortController> | undefined;
  #inbox: { entry: ReplayedEntry; told?: (error?: unknown) => void }[] = [];
  #buffer: JournalEntry[] = [];
  #wake: (() => void) | undefined;
  #abort: AbortController | undefined;
  #closing: Extract<ReplayedEntry, { op: 'cancel' }> | undefined;
  #discarded = false;
  ending: Ending | undefined;

  constructor(options: RunOptions) {
    const { tool, params, callId, userId, journal, parent, host } = options;
    this.#host = host;
    this.#callId = callId;
    this.#tool = tool;
    this.#scope = new Scope(tool.limits);
    this.#length = journal.length;
    const told = journal.filter(isReplayed);
    this.#recorded = told.length > 0 ? told : undefined;
    this.#begun = stillBegun(journal);
    const call = { tool, callId, userId, signal: () => this.signal, questions: 0, samples: 0 };
    this.#call = call;
    this.#fibers = new Fibers(toBody(call, this.#scope, params, parent), {
      onEffect: (fiber, id, effect) => {
        this.#waiting.set(id, { fiber, effect });
        this.#fresh.push(id);
      },
      onNotice: (notice) => {
        if (!this.#isReplaying()) host.notice(notice);
      },
      onLetGo: (id, effect) => this.#letGo(id, effect),
      onEnd: (outcome) => this.#end(outcome),
    });
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** Whether something arrived that no drive has processed yet. */
  get hasMessages(): boolean {
    return this.#inbox.length > 0;
  }

  /** The number of journal entries, including those of this run. */
  get length(): number {
    return this.#length;
  }

  /** What the tool waits for from outside: answers, and samples of the caller's model. */
  waitsFor(): { id: string; effect: Extract<Recorded, { op: 'elicit' | 'sample' }> }[] {
    return [...this.#waiting].flatMap(([id, { effect }]) =>
      (effect.op === 'elicit' || effect.op === 'sample') && !this.#working?.has(id) ? [{ id, effect }] : [],
    );
  }

  /** Continues as far as possible without an answer. Only one at a time; `tell` reaches a running drive. */
  drive(): Promise<void> {
    return toolOutput.run(this, () => this.#drive());
  }

  /** What the tool prints with `console`. */
  print(level: ToolLogLevel, message: string): boolean {
    if (this.#isReplaying()) return false;
    this.#host.notice({ op: 'log', level, message, printed: true });
    return true;
  }

  async #drive(): Promise<void> {
    for (;;) {
      this.#settle();
      if (this.#discarded) return;
      if (this.ending) {
        await this.#flush();
        return this.#refuseLate();
      }
      const toStart = this.#takeFresh();
      if (toStart === undefined) continue;
      await this.#flush();
      for (const id of toStart) this.#start(id);
      await this.#flush();
      if (this.#inbox.length === 0) {
        if (!this.#working?.size) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      await this.#takeMessage();
    }
  }

  /** An outcome from outside. Resolves when it is on disk; the running drive, or the next, continues with it. */
  tell(entry: ReplayedEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#post({ entry, told: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  }

  /** Releases it without notifying the tool: another process continues. */
  discard(error: Error): void {
    this.#discarded = true;
    this.#stopWork(error.message);
    for (const { told } of this.#inbox.splice(0)) told?.(error);
    this.#wake?.();
  }

  get isDiscarded(): boolean {
    return this.#discarded;
  }

  get tool(): AnyMcpTool {
    return this.#tool;
  }

  /** Try whether the tool fits the journal; throws where it does not. Nothing is started: the run is of no use after it. */
  replay(): void {
    toolOutput.run(PRINTS_NOTHING, () => {
      this.#settle();
      if (!this.ending) this.#takeFresh();
    });
  }

  /** Everything that follows from what is already known, in its original order. */
  #settle(): void {
    for (;;) {
      this.#fibers.run();
      const next = this.#recorded?.[this.#position];
      if (next === undefined) {
        this.#recorded = undefined;
        const [left] = this.#begun?.values() ?? [];
        if (this.ending && left) throw this.#incompatible(left, 'it has already ended');
        return;
      }
      if (this.ending) throw this.#incompatible(next, 'it has already ended');
      this.#position++;
      this.#apply(next);
    }
  }

  #apply(entry: ReplayedEntry): void {
    if (entry.op === 'cancel') {
      this.#closing = entry;
      this.#stopWork(entry.reason);
      this.#fibers.end();
      return;
    }
    const waiting = this.#waiting.get(entry.id);
    const wanted = waiting && effectKeyOf(waiting.effect);
    if (!waiting || wanted?.op !== entry.op || wanted.key !== entry.key)
      throw this.#incompatible(
        entry,
        wanted ? `the tool now does ${describe(wanted)}` : 'it now does something else',
      );
    this.#waiting.delete(entry.id);
    const { fiber, effect } = waiting;
    if ('scope' in effect && 'spent' in entry && entry.spent) {
      effect.scope.restore(entry.spent);
      if (entry.error?.code === 'timeout') effect.scope.takeTimeout();
    }
    if (entry.op === 'answered') this.#fibers.resume(fiber, { next: this.#toAnswer(entry) });
    else if ('error' in entry && entry.error)
      this.#fibers.resume(fiber, { throw: fromRecordedError(entry.error) });
    else this.#fibers.resume(fiber, { next: decodeJson(entry.value) });
  }

  #toAnswer(entry: Extract<ReplayedEntry, { op: 'answered' }>): unknown {
    if (entry.answer.action !== 'accept') return entry.answer;
    const checked = this.#tool.questions[entry.key]?.response.safeParse(entry.answer.content);
    if (!checked?.success) throw this.#incompatible(entry, 'the recorded answer is no longer valid');
    return { action: 'accept', content: checked.data };
  }

  /** Handles what needs no waiting; returns what does, or undefined if the tool can continue at once. */
  #takeFresh(): string[] | undefined {
    const toStart: string[] = [];
    let canGoOn = false;
    for (const id of this.#fresh.splice(0)) {
      const waiting = this.#waiting.get(id);
      if (!waiting) continue;
      const { fiber, effect } = waiting;
      const before = this.#begun?.get(id);
      if (before && !isSameEffect(before, effect))
        throw this.#incompatible(before, `the tool now does ${describe(effectKeyOf(effect))}`);
      if (effect.op === 'now' || effect.op === 'uuid' || effect.op === 'random') {
        this.#record({ op: effect.op, id, key: '', value: encodeJson(draw(effect.op)) });
        canGoOn = true;
      } else if (fiber.ending && effect.op !== 'step') {
        this.#waiting.delete(id);
        this.#fibers.resume(fiber, { throw: tooLate(effect.op) });
        canGoOn = true;
      } else if (effect.op === 'elicit') this.#ask(id, effect);
      else toStart.push(id);
    }
    if (!canGoOn) return toStart;
    this.#fresh.push(...toStart);
    return undefined;
  }

  #ask(id: string, { key, seq, message, context, to }: Extract<Recorded, { op: 'elicit' }>): void {
    if (this.#begun?.delete(id)) return;
    const { json, mcpCompatible } = this.#tool.questions[key] as AnyMcpTool['questions'][string];
    const asked = { id, key, seq, message, context, schema: json, mcpCompatible, ...(to && { to }) };
    this.#buffer.push({ op: 'asked', ...asked });
  }

  #start(id: string): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const { fiber, effect } = waiting;
    if (effect.op !== 'step' && effect.op !== 'sample' && effect.op !== 'sleep') return;
    const controller = new AbortController();
    const before = this.#begun?.get(id);
    this.#begun?.delete(id);
    const started = work(effect, {
      idempotencyKey: `${this.#callId}:${id}`,
      until: before?.op === 'sleeping' ? before.until : undefined,
      isCleanup: fiber.ending,
      controller,
      sample: (request, signal) => this.#host.sample(request, signal),
    });
    if (started.note && !before)
      this.#buffer.push({ ...started.note, id, key: effectKeyOf(effect).key } as JournalEntry);
    if (!started.outcome) return;
    this.#working ??= new Map();
    this.#working.set(id, controller);
    void started.outcome.then((outcome: EffectOutcome) => {
      if (this.#working?.get(id) !== controller) return;
      this.#working.delete(id);
      this.#post({ entry: { ...effectKeyOf(effect), id, ...outcome } as ReplayedEntry });
    });
  }

  /** What arrived while the end was written: nothing waits for it any longer. */
  #refuseLate(): void {
    for (const { entry, told } of this.#inbox.splice(0)) told?.('id' in entry ? justSettled() : undefined);
  }

  async #takeMessage(): Promise<void> {
    const message = this.#inbox.shift();
    if (!message) return;
    const { entry, told } = message;
    if ('id' in entry && !this.#waiting.has(entry.id)) {
      told?.(justSettled());
      return;
    }
    try {
      this.#buffer.push(entry);
      await this.#flush();
    } catch (error) {
      told?.(error);
      throw error;
    }
    // Before the tool continues: the sender must not wait for what the tool does with it.
    told?.();
    if (!this.#discarded) this.#apply(entry);
  }

  #record(entry: Extract<ReplayedEntry, { id: string }>): void {
    this.#buffer.push(entry);
    this.#apply(entry);
  }

  async #flush(): Promise<void> {
    if (this.#discarded || this.#buffer.length === 0) return;
    const entries = this.#buffer;
    this.#buffer = [];
    if (this.#length + entries.length > MAX_ENTRIES && !this.ending)
      throw new TandemError(
        'limit_reached',
        `Tool "${this.#tool.name}" has recorded more than ${MAX_ENTRIES} operations in one call. Do more in one step, or split the call.`,
      );
    await this.#host.append(entries);
    this.#length += entries.length;
  }

  #end(outcome: { value: unknown } | { error: unknown }): void {
    if (this.#closing) {
      const { reason, expired } = this.#closing;
      this.ending = { op: 'cancelled', reason, ...(expired ? { expired } : {}) };
    } else if ('error' in outcome) this.fail(outcome.error);
    else this.#complete(outcome.value);
    // In a replay, its end is in the journal, or still has to be written.
    this.#buffer.push(this.ending as Ending);
  }

  #complete(value: unknown): void {
    const unrun = this.#call.unrun ?? [];
    const forgotten = neverRun(this.#tool.name, unrun);
    if (forgotten) {
      this.fail(forgotten);
      return;
    }
    for (const { label } of unrun)
      this.#host.notice({
        op: 'log',
        level: 'warning',
        message: `${label} never ran: write yield* before it.`,
      });
    try {
      checkPlainJson(value, `Tool "${this.#tool.name}": its result`, AS_JSON);
      this.ending = { op: 'completed', value: encodeJson(value) };
    } catch (error) {
      this.fail(error);
    }
  }

  /** The tool cannot continue, whatever it wants. */
  fail(error: unknown): void {
    this.ending = { op: 'failed', error: toRecordedError(error) };
  }

  #letGo(id: string, effect: Recorded): void {
    this.#waiting.delete(id);
    this.#working?.get(id)?.abort(new TandemError('cancelled', 'The work is no longer needed.'));
    this.#working?.delete(id);
    // One that was withdrawn before is not among those still begun.
    const wasOpen = this.#begun?.delete(id) || !this.#isReplaying();
    if (effect.op === 'elicit' && wasOpen) this.#buffer.push({ op: 'withdrawn', id, seq: effect.seq });
  }

  #stopWork(reason: string): void {
    const error = new TandemError('cancelled', reason);
    this.#abort?.abort(error);
    for (const controller of this.#working?.values() ?? []) controller.abort(error);
    this.#working?.clear();
  }

  #post(message: { entry: ReplayedEntry; told?: (error?: unknown) => void }): void {
    if (this.#discarded) {
      message.told?.(new TandemError('busy', 'Another process is running the call; try again.'));
      return;
    }
    this.#inbox.push(message);
    this.#wake?.();
  }

  /** Also after the last answer, up to the next question: notices before it were already sent. */
  #isReplaying(): boolean {
    return this.#recorded !== undefined || (this.#begun?.size ?? 0) > 0;
  }

  #incompatible(entry: ReplayedEntry | Begun, found: string): JournalMismatch {
    const at = 'id' in entry ? ` (effect ${entry.id})` : '';
    return new JournalMismatch(this.#tool.name, `${describe(entry)}${at}`, found);
  }
}

function draw(op: 'now' | 'uuid' | 'random'): unknown {
  if (op === 'now') return new Date();
  return op === 'uuid' ? randomUUID() : Math.random();
}

function tooLate(op: string): TandemError {
  return new TandemError('cancelled', `The call has ended; ${op} is not possible during cleanup; a step is.`);
}

function justSettled(): TandemError {
  return new TandemError('conflict', 'It was just answered or withdrawn.');
}
