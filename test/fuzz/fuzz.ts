import { createRandom, type Random } from '../random.mjs';

/** Cases per edge, and the first one: both can be set, to search further or to reproduce a finding. */
export const CASES = Number(process.env.TANDEM_FUZZ_CASES ?? 10_000);
const SEED = Number(process.env.TANDEM_FUZZ_SEED ?? 1);
/** A single case of a run. */
const ONLY = process.env.TANDEM_FUZZ_CASE;

/** What must not take long, whatever the input. Far above what a busy machine needs, far below what a hang takes. */
const MAX_MS = 60_000;

/** One edge's cases by number: each has its own randomness, so that it can be tried again alone. */
export function* eachCase(edge: string): Generator<{ random: Random; name: string }> {
  const numbers = ONLY === undefined ? range(CASES) : [Number(ONLY)];
  for (const number of numbers) {
    const seed = hash(`${edge} ${SEED} ${number}`);
    yield { random: createRandom(seed), name: `TANDEM_FUZZ_SEED=${SEED} TANDEM_FUZZ_CASE=${number}` };
  }
}

function* range(end: number): Generator<number> {
  for (let number = 0; number < end; number++) yield number;
}

/** Tries one case; a failure is reported with its input and how to repeat it. */
export async function tryCase(name: string, tried: unknown, work: () => Promise<void> | void): Promise<void> {
  const start = performance.now();
  try {
    await work();
    const took = performance.now() - start;
    if (took > MAX_MS) throw new Error(`it took ${Math.round(took)} ms`);
  } catch (cause) {
    const shown = typeof tried === 'string' ? tried : (JSON.stringify(tried) ?? String(tried));
    const short = shown.length > 2000 ? `${shown.slice(0, 2000)}… (${shown.length} characters)` : shown;
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}\n${short}`, { cause });
  }
}

/** This many at the same time; the first failure ends it. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** What no response may contain. */
export function expectNoInternalError(text: string): void {
  const found =
    /.{0,80}(?:Internal (?:server )?error|Maximum call stack|is not a function|Cannot read prop).{0,120}/is.exec(
      text,
    );
  if (found) throw new Error(`an internal error came out: ${found[0]}`);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
