import { TandemError } from '../../errors.ts';
import { encodeJson } from '../../lib/json-codec.ts';
import { AS_RECORDED, checkPlainJson } from '../tool/check-plain-json.ts';
import type { Recorded } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import type { Noted } from './journal.ts';
import { type RecordedError, toRecordedError } from './recorded-error.ts';

export type EffectOutcome = { value?: unknown; error?: RecordedError; spent?: number[] };

type Work = Extract<Recorded, { op: 'step' | 'sample' | 'sleep' }>;

interface WorkOptions {
  idempotencyKey: string;
  /** When a sleep that began in another process ends. */
  until: number | undefined;
  /** The tool is ending: its own timeout no longer counts. */
  isCleanup: boolean;
  controller: AbortController;
  sample(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer> | undefined;
}

interface Begun {
  note?: { op: 'sleeping'; until: number } | { op: 'sampling' };
  /** Never rejects. Undefined if the outcome comes from outside. */
  outcome?: Promise<EffectOutcome>;
}

const CLEANUP_MS = 10_000;
const MAX_VALUE = 1024 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Begins something that takes time, within the limits around it. */
export function work(effect: Work, options: WorkOptions): Begun {
  const { controller, isCleanup } = options;
  const left = isCleanup ? CLEANUP_MS : effect.scope.msLeft;
  if (left === 0) return { outcome: Promise.resolve(timedOut(effect)) };
  const until = effect.op === 'sleep' ? (options.until ?? Date.now() + effect.ms) : 0;
  const note = effect.op === 'sleep' ? ({ note: { op: 'sleeping', until } } as const) : {};
  effect.scope.begin();
  const doing = begin(effect, until, options);
  if (!doing) {
    effect.scope.end();
    return { note: { op: 'sampling' } satisfies Pick<Noted, 'op'> & { op: 'sampling' } };
  }
  const limited = left === undefined ? doing : withTimeout(doing, left, controller);
  const outcome = limited.then(
    (value): EffectOutcome => toValue(effect, value),
    (error: unknown): EffectOutcome =>
      error === TIMED_OUT ? timedOut(effect) : { error: toRecordedError(error) },
  );
  return {
    ...note,
    outcome: outcome.then((result) => {
      const spent = effect.scope.toSpent();
      effect.scope.end();
      return spent ? { spent, ...result } : result;
    }),
  };
}

function begin(effect: Work, until: number, options: WorkOptions): Promise<unknown> | undefined {
  const { signal } = options.controller;
  if (effect.op === 'sleep') return sleepUntil(until, signal);
  if (effect.op === 'sample') {
    try {
      return options.sample(effect.request, signal);
    } catch (error) {
      return Promise.reject(error);
    }
  }
  const { idempotencyKey } = options;
  return Promise.resolve().then(() => effect.run({ signal, idempotencyKey }));
}

function toValue(effect: Work, value: unknown): EffectOutcome {
  const what = effect.op === 'step' ? `step "${effect.name}"` : effect.op;
  try {
    checkPlainJson(value, `the result of ${what}`, AS_RECORDED);
    const encoded = encodeJson(value);
    const size = JSON.stringify(encoded)?.length ?? 0;
    if (size <= MAX_VALUE) return { value: encoded };
    const message = `The result of ${what} is ${Math.ceil(size / 1024)} KB; the limit is ${MAX_VALUE / 1024} KB. Store it elsewhere and return a reference.`;
    return { error: { name: 'TandemError', code: 'limit_reached', message } };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    const message = `The result of ${what} cannot be stored: ${why} Return plain data.`;
    return { error: { name: 'TandemError', code: 'invalid_input', message } };
  }
}

const TIMED_OUT = Symbol('timed out');

function withTimeout<T>(doing: Promise<T>, ms: number, controller: AbortController): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        reject(TIMED_OUT);
        controller.abort(new TandemError('timeout', 'Timed out.'));
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    doing.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function timedOut(effect: Work): EffectOutcome {
  const what = effect.op === 'step' ? `step "${effect.name}"` : effect.op;
  const spent = effect.scope.toSpent();
  const message = `The tool timed out at ${what} (limits: timeout; the time people take does not count).`;
  return { error: { name: 'TandemError', code: 'timeout', message }, ...(spent ? { spent } : {}) };
}

async function sleepUntil(until: number, signal: AbortSignal): Promise<void> {
  for (let left = until - Date.now(); left > 0 && !signal.aborted; left = until - Date.now())
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.min(left, MAX_TIMER_MS));
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
}
