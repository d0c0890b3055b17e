import { TandemError } from '../errors.ts';

interface Job {
  start(): void;
}

/**
 * Calls on one key run one at a time in arrival order; different keys run side by side.
 * A waiting call leaves the line when its signal fires. A call that fails lets the next one start.
 */
export class SessionQueue {
  /** The first job of a line is the one running. A line exists only while it has jobs. */
  readonly #lines = new Map<string, Job[]>();
  #whenIdle: (() => void)[] = [];

  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const line = this.#lines.get(key) ?? [];
      this.#lines.set(key, line);
      const leave = () => {
        line.splice(line.indexOf(job), 1);
        signal?.removeEventListener('abort', leave);
        reject(cancelled());
      };
      const job: Job = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          // `then` on a resolved promise: a synchronous throw in `work` must not break the line.
          Promise.resolve()
            .then(work)
            .then(resolve, reject)
            .finally(() => this.#next(key, line));
        },
      };
      line.push(job);
      if (line.length === 1) job.start();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    if (this.#lines.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #next(key: string, line: Job[]): void {
    line.shift();
    const next = line[0];
    if (next) next.start();
    else this.#lines.delete(key);
    if (this.#lines.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

function cancelled(): TandemError {
  return new TandemError('cancelled', 'The call was cancelled before it started; nothing was changed.');
}
