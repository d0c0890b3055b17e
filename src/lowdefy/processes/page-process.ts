import { confineProcess } from '../app/confine-process.ts';
import { loadPageSide } from '../app/load-page-side.ts';
import { afterDrawing } from '../bridge/in-flight.ts';
import type { SessionRef } from '../runner/app-runner.ts';
import { createLocalRunner, type LocalRunner } from '../runner/local-runner.ts';
import { openChildSide, quieted } from './child-side.ts';
import type { FromPage, PageCall, PageStart, ToPage } from './process-protocol.ts';
import { createRemoteApi } from './remote-api.ts';
import { SentViews } from './sent-views.ts';
import { toWire } from './wire-error.ts';

type Offer = Extract<ToPage, { kind: 'offer' }>;
type Arrival = Extract<ToPage, { kind: 'call' | 'withdrawn' }>;

/** Less than the server waits between two checks. */
const STEP_MS = 100;

/** The process that runs the code of an app's pages: loads the app, then handles calls concurrently. */
openChildSide<ToPage, FromPage>(({ log, send, end }) => {
  const running = new Set<Promise<void>>();
  const remote = createRemoteApi(send);
  const views = new SentViews();
  let runner: LocalRunner | undefined;
  let steppedAt = 0;
  let admission = Promise.resolve();
  let onArrival: (message: Arrival) => void = () => {};
  confineProcess();
  return {
    async start(start) {
      const { isRepeat, facts, ground } = start as PageStart;
      const app = await loadPageSide({ facts, ground, api: remote.api, log: isRepeat ? quieted(log) : log });
      runner = createLocalRunner(app, step);
      return { kind: 'ready' };
    },
    receive(message) {
      if (runner) receive(runner, message);
    },
    close: () => void close(),
  };

  function step(): void {
    const now = performance.now();
    if (now - steppedAt < STEP_MS) return;
    steppedAt = now;
    send({ kind: 'step' });
  }

  function receive(runner: LocalRunner, message: ToPage): void {
    if (message.kind === 'saved') runner.saved(message.sessionId, message.rev);
    else if (message.kind === 'drop') runner.drop(message.sessionId);
    else if (message.kind === 'offer') {
      const before = admission;
      admission = before.then(() => admit(runner, message));
    } else if (message.kind === 'call' || message.kind === 'withdrawn') onArrival(message);
    else remote.receive(message);
  }

  /** Accepts what is offered: one at a time, after yielding to the previous call, whose code may never yield. */
  async function admit(runner: LocalRunner, { id, ref }: Offer): Promise<void> {
    let call: PageCall | undefined;
    const needsData = () => ref !== undefined && call?.ref?.data === undefined && !runner.isCurrent(ref);
    do {
      const arrival = new Promise<Arrival>((resolve) => {
        onArrival = resolve;
      });
      send({ kind: 'take', id, needsData: needsData() });
      const message = await arrival;
      if (message.kind === 'withdrawn') return;
      call = message.call;
    } while (needsData());
    const given = call;
    send({ kind: 'begun', id }, () => begin(runner, id, given));
    await afterDrawing();
  }

  function begin(runner: LocalRunner, id: number, call: PageCall): void {
    const work = answer(runner, id, call);
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function answer(runner: LocalRunner, id: number, call: PageCall): Promise<void> {
    const { op, ref, args, knownView } = call;
    try {
      const operation = runner[op] as (...args: unknown[]) => Promise<unknown>;
      const given = ref ? [{ data: {}, ...ref } satisfies SessionRef, ...args] : args;
      const result = await operation(...given);
      send({ kind: 'result', id, ...(ref ? views.pack(ref.sessionId, knownView, result) : { result }) });
    } catch (error) {
      send({ kind: 'error', id, error: toWire(error) });
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled(running);
    await runner?.close();
    end();
  }
});
