import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/lib/logger.ts';
import { openEnginePool } from '../../src/lowdefy/runner/engine-pool.ts';
import { loadConfig } from '../../src/server/load-config.ts';
import { createTandem } from '../../src/server/tandem.ts';
import { GENERATION_5, installGeneration } from '../fixtures/generations/install-generation.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connectHttp } from './lowdefy/http-client.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** Processes that were started, each for one job of an app. */
let started: ChildProcess[];
beforeEach(() => {
  started = [];
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  cleanup.add(() => void unsubscribe('child_process', note));
});

function processesFor(job: 'build' | 'page'): ChildProcess[] {
  return started.filter(({ spawnargs }) => spawnargs?.some((arg) => arg.endsWith(`${job}-process.js`)));
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function writeApp(dir: string, page: string, version = '4.0.0-rc.11'): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'lowdefy.yaml'), `lowdefy: ${version}\npages:\n  - ${page}\n`);
}

const HOME = '{ id: home, type: Box, blocks: [{ id: field, type: TextInput }] }';
const NAMES = ['one', 'two', 'three', 'four'];

test('a folder of many apps: all are built at the start, and engines start with the first call', async () => {
  const dir = tempDir(cleanup);
  for (const name of NAMES) writeApp(join(dir, name), HOME);
  writeApp(join(dir, 'wrong'), '3');
  const config = { ...(await loadConfig(dir, {})), areas: ['lowdefy'] };
  const lines: string[] = [];
  const log = { ...createLogger('silent'), error: (line: string) => void lines.push(line) };
  const tandem = await createTandem({ dir, config, env: {}, log });
  cleanup.add(() => tandem.close());
  await tandem.start();
  await eventually('the end of all builds', () => {
    const builds = processesFor('build');
    return builds.length === NAMES.length + 1 && !builds.some(isAlive);
  });
  expect(processesFor('page')).toEqual([]);
  await eventually('the failure', () => lines.length > 0);
  expect(lines).toEqual([expect.stringMatching(/wrong cannot be built/)]);

  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  const user = await connectHttp(cleanup, ports.mcp, tandem.folder.secret('mcp-key'));
  const open = async (app: string) => {
    const { structured } = await user.call('session_create', { name: 'test', app });
    const { sessionId } = structured as { sessionId: string };
    return user.call('navigate', { sessionId, pageId: 'home' });
  };
  expect((await open('three')).texts[0]).toContain('field');
  expect(processesFor('page')).toHaveLength(1);
  expect((await open('four')).texts[0]).toContain('field');
  expect(processesFor('page')).toHaveLength(2);
  const { isError, texts } = await open('wrong');
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('wrong cannot be built')]);
});

test('an engine that does not start fails its calls with the reason, and is a problem until it does', async () => {
  const dir = join(tempDir(cleanup), 'app');
  // An app runs on the packages that it asks for.
  writeApp(dir, HOME, GENERATION_5.version);
  installGeneration(dir, GENERATION_5);
  const engine = join(dir, '.lowdefy/server/node_modules/@lowdefy/engine/index.js');
  const whole = readFileSync(engine, 'utf8');
  writeFileSync(engine, 'export const nothing = 1;\n');
  const told: (string | undefined)[] = [];
  const pool = await openEnginePool({
    app: { dir, env: {}, settings: {} },
    stuckMs: 60_000,
    maxHeapMb: 512,
    onProblem: (problem) => void told.push(problem),
    log: createLogger('silent'),
  });
  cleanup.add(() => pool.close());
  expect([pool.facts.name, pool.engineCount, told]).toEqual(['app', 0, []]);
  const go = () => pool.navigate({ sessionId: 's', rev: 0, user: null, data: {} }, { pageId: 'home' });
  const error = await go().catch((thrown: Error) => thrown.message);
  expect(told).toEqual([error]);
  expect(pool.engineCount).toBe(0);
  writeFileSync(engine, whole);
  expect((await go()).page?.pageId).toBe('home');
  expect(told).toEqual([error, undefined]);
});
