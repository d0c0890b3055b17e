import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLiveRuntime } from '../../src/live/lua/create-live-runtime.ts';
import type { BatchOutcome, LiveRuntime, LiveRuntimeOptions } from '../../src/live/lua/live-runtime.ts';
import { type StartThread, startInlineThread } from '../../src/live/lua/lua-thread.ts';
import type { LiveMessage } from '../../src/protocol/live-messages.ts';
import { createPage, type Page } from './page.ts';

export interface OpenOptions {
  files?: Record<string, string>;
  permissions?: Partial<LiveRuntimeOptions['permissions']>;
  limits?: Partial<LiveRuntimeOptions['limits']>;
  /** Of the base folder. */
  offLimits?: string[];
  status?: LiveRuntimeOptions['status'];
  projectDir?: string;
  thread?: StartThread;
}

export interface TestSession {
  runtime: LiveRuntime;
  baseDir: string;
  write(path: string, content: string): void;
  /** Run Lua that has to work; answers its result, and hands what was pushed to the pages. */
  run(code: string): Promise<unknown>;
  fail(code: string): Promise<{ message: string; where?: string; traceback?: string }>;
  page(id?: string): Promise<Page>;
  deliver<T extends BatchOutcome>(outcome: T): T;
  log: { stream: string; text: string }[];
  logged(): string;
  events: unknown[];
  restarts: string[];
}

/** A session in a folder of its own, and pages that hold what a browser would hold. */
export async function openSession(options: OpenOptions = {}): Promise<TestSession> {
  const baseDir = mkdtempSync(join(tmpdir(), 'tandem-live-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), content);
  };
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  const pages = new Map<string, Page>();
  const log: TestSession['log'] = [];
  const events: unknown[] = [];
  const restarts: string[] = [];
  const deliver = <T extends BatchOutcome>(outcome: T): T => {
    for (const { connectionId, messages, sequence } of outcome.pushes)
      pages.get(connectionId)?.hear(messages, sequence);
    events.push(...outcome.events);
    return outcome;
  };
  const runtime = createLiveRuntime(
    {
      baseDir,
      sessionId: '1',
      permissions: { files: 'base_dir', commands: 'none', network: 'none', ...options.permissions },
      offLimits: (options.offLimits ?? []).map((path) => join(realpathSync(baseDir), path)),
      ...(options.status && { status: options.status }),
      ...(options.projectDir && { projectDir: options.projectDir }),
      // Generous, so that a busy machine cuts nothing off; tests of the limit set their own.
      limits: { callMs: 30_000, memoryBytes: 48 * 1024 * 1024, ...options.limits },
      log: (stream, text) => void log.push({ stream, text }),
      onOutcome: deliver,
      onRestart: (reason) => void restarts.push(reason),
    },
    options.thread ?? startInlineThread,
  );
  deliver(await runtime.start());
  return {
    runtime,
    baseDir,
    write,
    deliver,
    log,
    events,
    restarts,
    logged: () => log.map(({ text }) => text).join(''),
    async run(code) {
      const answer = deliver(await runtime.run(code));
      if ('failure' in answer) throw new Error(`${answer.failure.message}\n${answer.failure.traceback}`);
      return JSON.parse(answer.result.json) as unknown;
    },
    async fail(code) {
      const answer = deliver(await runtime.run(code));
      if (!('failure' in answer)) throw new Error(`it worked: ${answer.result.json}`);
      return answer.failure;
    },
    async page(id = 'a') {
      const page = createPage(async (messages, seen) => {
        deliver(await runtime.receive(id, { userEvent: false, messages: messages as LiveMessage[], seen }));
      });
      pages.set(id, page);
      deliver(await runtime.connect(id));
      await page.send([{ type: 'watch', data: { varId: 1 } }]);
      return page;
    },
  };
}
