import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import { expect } from 'vitest';
import type { LogItem } from '../../src/lowdefy/bridge/recorder.ts';
import { type Cleanup, tempDir } from '../integration/harness.ts';
import { connect, type McpAnswer, type McpUser } from '../integration/lowdefy/mcp-client.ts';
import type { ActionCase } from './action-cases.ts';
import type { BlockCase } from './block-cases.ts';
import { coverageApp } from './coverage-app.ts';
import { type CoverageCases, coverageCases } from './coverage-cases.ts';
import type { CoveredLowdefy } from './covered-lowdefy.ts';
import type { OperatorCase } from './operator-cases.ts';

export interface Row {
  kind: 'operator, client' | 'operator, server' | 'action' | 'block' | 'request';
  type: string;
  /** `reaches`: everything works up to the external service, which was not there; its response was not tried. */
  outcome: 'works' | 'reaches' | 'warns' | 'cannot';
  why: string;
}

/** Uses everything in Lowdefy once, through a real client, and reports the results. */
export async function runCoverage(cleanup: Cleanup, lowdefy: CoveredLowdefy): Promise<Row[]> {
  const echo = await startEcho(cleanup);
  const nobody = await freeAddress();
  const dir = join(tempDir(cleanup), 'coverage');
  mkdirSync(dir);
  const cases = coverageCases(lowdefy.types, echo, nobody);
  const app = coverageApp(lowdefy.version, cases);
  // JSON is YAML.
  writeFileSync(join(dir, 'lowdefy.yaml'), JSON.stringify(app));
  const db = new Database(join(dir, 'coverage.db'));
  db.exec('create table numbers (n integer); insert into numbers values (1)');
  db.exec('create table policies (url text)');
  db.prepare('insert into policies values (?)').run(echo);
  db.close();
  // Connections to external services come with the app; they are tried if their packages are installed.
  const { COVERAGE_PACKAGES } = process.env;
  if (COVERAGE_PACKAGES) symlinkSync(join(COVERAGE_PACKAGES, 'node_modules'), join(dir, 'node_modules'));
  if (lowdefy.modules) {
    mkdirSync(join(dir, '.lowdefy/server'), { recursive: true });
    symlinkSync(lowdefy.modules, join(dir, '.lowdefy/server/node_modules'));
  }
  const env = { LOWDEFY_SECRET_TOKEN: 'sesame', TANDEM_USER: '{"id":"ann","name":"Ann","roles":[]}' };
  const session = await open(await connect(cleanup, dir, env));
  const clean = (text: string) =>
    text.replaceAll(dir, 'the app').replaceAll(nobody, 'ADDRESS').replaceAll(new URL(nobody).host, 'ADDRESS');
  const rows = [
    ...(await clientOperators(session, cases)),
    ...(await serverOperators(session, cases)),
    ...(await endpointOperators(session, cases)),
    ...(await allActions(session, cases.actions)),
    ...(await allBlocks(session, cases)),
    ...(await allRequests(session, cases)),
  ];
  return rows.map((row) => ({ ...row, why: clean(row.why) }));
}

interface Session {
  navigate(pageId: string, more?: object): Promise<McpAnswer>;
  act(action: object, view?: string): Promise<McpAnswer>;
  data(): Promise<{ state: Record<string, unknown>; requests: Record<string, unknown> }>;
}

async function open(user: McpUser): Promise<Session> {
  const { structured, texts } = await user.call('session_create', { name: 'coverage' });
  if (!structured) throw new Error(texts[0]);
  const { sessionId } = structured as { sessionId: string };
  return {
    navigate: (pageId, more = {}) => user.call('navigate', { sessionId, pageId, ...more }),
    act: (action, view = 'none') => user.call('interact', { sessionId, actions: [action], view }),
    data: async () => JSON.parse((await user.call('get_state', { sessionId })).texts[0] ?? '{}'),
  };
}

/** How clients describe a service that does not exist or cannot be reached. */
const REFUSED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|Server selection timed out|getaddrinfo|connection to Stripe/;

const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

async function clientOperators({ navigate, act, data }: Session, cases: CoverageCases): Promise<Row[]> {
  await navigate('operators', { input: { from: 'the input' }, urlQuery: { q: 'from the address' } });
  const how: Record<string, object> = {
    _event: { type: 'triggerEvent', blockId: 'search', event: 'onSearch', payload: { value: 'looked for' } },
    _index: click('rows.1.go'),
  };
  const rows: Row[] = [];
  for (const [type, given] of Object.entries(cases.clientOperators)) {
    const item = first(await act(how[type] ?? click(type)));
    const out = ((await data()).state.out ?? {}) as Record<string, unknown>;
    rows.push({ kind: 'operator, client', type, ...judge(item, given, out[type]) });
  }
  return rows;
}

async function serverOperators({ navigate, act, data }: Session, cases: CoverageCases): Promise<Row[]> {
  await navigate('server');
  const rows: Row[] = [];
  for (const [type, given] of Object.entries(cases.serverOperators)) {
    const item = first(await act(click(`run${type}`)));
    const answer = (await data()).requests[type] as { data?: { value?: unknown } } | null;
    rows.push({ kind: 'operator, server', type, ...judge(item, given, answer?.data?.value) });
  }
  return rows;
}

async function endpointOperators({ act }: Session, cases: CoverageCases): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [type, { expected }] of Object.entries(cases.endpointOperators)) {
    const item = first(await act({ type: 'callApi', endpointId: type }));
    const got = item.requestResults?.[0]?.response;
    rows.push({ kind: 'operator, server', type, ...judge(item, [undefined, expected], got) });
  }
  return rows;
}

/** A wrong result is a bug of ours, or of the case; the table is for what Lowdefy or the missing browser causes. */
function judge(item: LogItem, [, expected]: OperatorCase, got: unknown): Pick<Row, 'outcome' | 'why'> {
  const { outcome, why } = outcomeOf(item);
  if (outcome === 'cannot') return { outcome, why };
  const isRight =
    expected instanceof RegExp
      ? expected.test(JSON.stringify(got) ?? '')
      : isDeepStrictEqual(strip(got), expected);
  return isRight ? { outcome, why } : { outcome: 'cannot', why: `it gave ${JSON.stringify(got)}` };
}

async function allActions(session: Session, cases: Record<string, ActionCase>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [type, { log = {}, state = {} }] of Object.entries(cases)) {
    // Through another page, so that what the last action opened is closed.
    await session.navigate('server', { view: 'none' });
    await session.navigate('actions', { view: 'none' });
    const item = first(await session.act(click(`do_${type}`)));
    const isAsWanted = Object.keys(log).length > 0 || Object.keys(state).length > 0;
    if (isAsWanted) {
      expect(item, type).toMatchObject(log);
      expect((await session.data()).state, type).toMatchObject(state);
    }
    // Throw should fail.
    const told = type === 'Throw' ? { ...item, success: true } : item;
    rows.push({ kind: 'action', type, ...outcomeOf(told) });
  }
  return rows;
}

async function allBlocks(session: Session, { blocks }: CoverageCases): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [type, block] of Object.entries(blocks))
    rows.push({ kind: 'block', type, ...(await tryBlock(session, type, block)) });
  return rows;
}

async function tryBlock(
  { navigate, act, data }: Session,
  type: string,
  block: BlockCase,
): Promise<Pick<Row, 'outcome' | 'why'>> {
  let shown = await navigate(`block_${type}`);
  if (shown.isError) return { outcome: 'cannot', why: shown.texts[0] ?? '' };
  if (block.open) {
    shown = await act(click('open'), 'full');
    expect(first(shown), type).toMatchObject({ success: true });
  }
  for (const area of block.areas ?? []) expect(shown.texts[0], type).toContain(`In ${area}`);
  if (block.value !== undefined) {
    shown = await act({ type: 'setValue', blockId: 'block', value: block.value }, 'full');
    const item = first(shown);
    if (!item.success) return { outcome: 'cannot', why: item.error ?? '' };
    expect((await data()).state.block, type).toEqual(block.kept ?? block.value);
  }
  const page = shown.texts[0] ?? '';
  if (block.cannot) return { outcome: 'cannot', why: block.cannot };
  const warnings = shown.log().flatMap((item) => item.warnings ?? []);
  if (warnings.length > 0) return { outcome: 'warns', why: warnings.join(' ') };
  const isSeen = page.includes('"block"') || page.includes('block.0') || (block.areas ?? []).length > 0;
  return { outcome: 'works', why: isSeen ? '' : seenIn(page, block) };
}

function seenIn(page: string, { properties = {} }: BlockCase): string {
  const words = Object.values(properties).filter((value) => typeof value === 'string');
  if (words.some((word) => page.includes(word))) return '';
  return 'nothing of it stays to be read';
}

async function allRequests({ navigate, act }: Session, { requests }: CoverageCases): Promise<Row[]> {
  await navigate('requests');
  const rows: Row[] = [];
  for (const type of Object.keys(requests)) {
    const item = first(await act(click(`run_${type}`)));
    // TestError should fail, too.
    const told = type === 'TestError' && item.error?.includes('As asked') ? { ...item, success: true } : item;
    const row: Row = { kind: 'request', type, ...outcomeOf(told) };
    if (REFUSED.test(row.why))
      Object.assign(row, { outcome: 'reaches', why: 'as far as the refused connection' });
    rows.push(row);
  }
  return rows;
}

function outcomeOf({ success, error, warnings = [] }: LogItem): Pick<Row, 'outcome' | 'why'> {
  if (!success) return { outcome: 'cannot', why: error ?? '' };
  return warnings.length > 0 ? { outcome: 'warns', why: warnings.join(' ') } : { outcome: 'works', why: '' };
}

function first(answer: McpAnswer): LogItem {
  if (answer.isError) return { action: '', success: false, error: answer.texts[0] };
  const [item] = answer.log();
  if (!item) throw new Error('no line in the log');
  return item;
}

/** Marks of the build in objects that went through it. */
function strip(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (key, inner) => (key.startsWith('~') ? undefined : inner)));
}

/** Returns what it was sent. */
async function startEcho(cleanup: Cleanup): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(body || '{"asked":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address where nobody listens. */
async function freeAddress(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return `http://127.0.0.1:${port}`;
}
