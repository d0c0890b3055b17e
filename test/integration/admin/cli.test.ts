import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, type PostgresServer, startPostgres } from '../../contract/postgres-server.ts';
import { runCli } from '../cli/run-cli.ts';
import {
  ANN,
  BEN,
  createCleanup,
  eventually,
  fileAppears,
  type Served,
  serve,
  tempDir,
  twoUsers,
} from '../harness.ts';
import { callModern, type RpcAnswer } from '../modern-http.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const PONDER = (dir: string) => `
  import { appendFileSync } from 'node:fs';
  import { createMcpTool } from 'tandem-mcp/ask';
  import { z } from 'zod';
  const write = (line) => appendFileSync(${JSON.stringify(dir)} + '/' + line, line);
  export const ponder = createMcpTool('ponder').description('Asks.').parameters(z.object({}))
    .elicits({ sign: z.object({ name: z.string(), password: z.string() }), again: z.object({ ok: z.boolean() }) })
    .execute(function* (_params, ctx) {
      try {
        yield* ctx.elicit('sign', { message: 'Sign here' });
        yield* ctx.elicit('again', { message: 'And again' });
      } finally { yield* ctx.step('clean', () => write('cleaned')); }
    });
  export const toil = createMcpTool('toil').description('Works.').parameters(z.object({})).elicits({})
    .execute(function* (_params, ctx) {
      yield* ctx.step('work', ({ signal }) => {
        write('begun');
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => { write('stopped'); reject(signal.reason); }));
      });
    });`;

const stores: [string, () => Promise<object | undefined>][] = [
  ['file', async () => undefined],
  ['PostgreSQL', async () => (postgres ? { type: 'postgres', url: await postgres.emptyUrl() } : undefined)],
];

describe.each(stores)('on %s', (name, toStore) => {
  async function open(): Promise<Served> {
    const dir = tempDir(cleanup);
    const store = await toStore();
    mkdirSync(join(dir, 'tools'));
    writeFileSync(join(dir, 'tools/ponder.ts'), PONDER(dir));
    writeFileSync(
      join(dir, 'tandem.yaml'),
      JSON.stringify(store ? { areas: ['lowdefy'], mcp: { session: { store } } } : {}),
    );
    return serve(cleanup, dir, twoUsers);
  }

  test.skipIf(name !== 'file' && !hasPostgres)(
    'who has which sessions, ending them, and the trail of it all',
    async () => {
      const served = await open();
      const [anns, bens] = [await create(served, ANN, 'Cakes'), await create(served, BEN, 'Pies')];
      const listed = await admin(served, 'sessions');
      expect(listed.stdout.split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^\\S+Z {2}ben {2}app {2}open {2}${bens} {2}"Pies"$`)),
        expect.stringMatching(new RegExp(`^\\S+Z {2}ann {2}app {2}open {2}${anns} {2}"Cakes"$`)),
        '',
      ]);
      const [one, ...others] = (
        await admin(served, 'sessions', '--user', 'ann', '--kind', 'app', '--json')
      ).stdout
        .trim()
        .split('\n');
      expect(others).toEqual([]);
      expect(JSON.parse(one ?? '')).toMatchObject({ userId: 'ann', sessionId: anns, status: 'open' });

      const ended = await admin(served, 'end', anns);
      expect(ended).toMatchObject({ code: 0, stdout: `Ended app session "Cakes" (${anns}) of ann.\n` });
      expect((await admin(served, 'sessions', '--status', 'closed')).stdout).toMatch(
        /closed by .+, command line/,
      );
      expect(await admin(served, 'end', anns)).toMatchObject({
        code: 2,
        stderr: `tandem: Session "${anns}" is closed already.\n`,
      });

      const trail = await audit(served, '--from', '1h');
      const lines = trail.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.filter(({ session }) => session === anns).map(({ what }) => what)).toEqual([
        'admin.end',
        'create',
        'end',
      ]);
      expect(lines.find(({ session, what }) => session === bens && what === 'create')).toEqual({
        time: expect.stringMatching(/^20.+Z$/),
        user: 'ben',
        session: bens,
        name: 'Pies',
        kind: 'app',
        subject: null,
        actor: { kind: 'agent', name: "ben's by-hand", user: 'ben' },
        what: 'create',
        outcome: 'ok',
        detail: { name: 'Pies' },
      });
      const out = join(served.dir, 'trail.jsonl');
      expect((await audit(served, '--user', 'ben', '--out', out)).stdout).toBe(
        `1 lines written to ${out}.\n`,
      );
      expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ user: 'ben', what: 'create' });
      expect(await audit(served, '--out', out)).toMatchObject({
        code: 2,
        stderr: `tandem: ${out} exists already. Choose another file with --out.\n`,
      });
    },
  );

  test.skipIf(name !== 'file' && !hasPostgres)(
    'an ended session cancels its questions, and the agent learns who ended it',
    async () => {
      const served = await open();
      const waiting = await callModern(
        served,
        { name: 'ponder', arguments: {} },
        { key: ANN, capabilities: {} },
      );
      const { askId } = JSON.parse(textOf(waiting)) as { askId: string };
      const ended = await admin(served, 'end', '--user', 'ann');
      expect(ended.stdout).toMatch(/^Ended tool session "ponder" \(sess_\w+\) of ann\.\n$/);
      const result = await callModern(served, { name: 'ask_result', arguments: { askId } }, { key: ANN });
      expect(textOf(result)).toMatch(/An administrator \(.+, command line\) ended this session/);
      const trail = (await audit(served, '--kind', 'tool')).stdout;
      expect(trail).toMatch(/"what":"tool.asked","outcome":"waiting"/);
      expect(trail).toMatch(/"what":"tool.cancelled","outcome":"cancelled"/);
      // A server that hears of it at once lets the tool clean up.
      if (name !== 'file') expect(readdirSync(served.dir)).toContain('cleaned');
    },
  );

  test.skipIf(name !== 'file' && !hasPostgres)(
    'a running server stops the work of an ended session',
    async () => {
      const served = await open();
      const call = callModern(served, { name: 'toil', arguments: {} }, { key: ANN });
      await fileAppears(join(served.dir, 'begun'));
      await admin(served, 'end', '--user', 'ann');
      await fileAppears(join(served.dir, 'stopped'));
      expect(textOf(await call)).toMatch(/An administrator \(.+, command line\) ended this session/);
      await eventually('the end', async () =>
        (await audit(served, '--kind', 'tool')).stdout.includes('tool.cancelled'),
      );
    },
  );
});

test.each([
  [['admin', 'list'], /^tandem: tandem admin can list sessions and end them, not "list"/],
  [['admin', 'end'], /^tandem: tandem admin end needs SESSION, or --user U/],
  [['admin', 'end', 'sess_x'], /^tandem: Session "sess_x" not found\./],
  [['admin', 'sessions', '--user', 'adda'], /^tandem: User "adda" has no sessions\./],
  [
    ['admin', 'sessions', '--kind', 'tols'],
    /^tandem: There are no sessions of kind "tols"\. Did you mean "tool"\?/,
  ],
  [
    ['admin', 'sessions', '--status', 'gone'],
    /^tandem: --status must be open, closed or expired, not "gone"/,
  ],
  [['audit', 'import'], /^tandem: tandem audit can only export, not "import"/],
  [['audit', 'export', '--from', 'yesterday'], /^tandem: --from must be a date such as 2026-11-01 \(UTC\)/],
  [['audit', 'export', '--to', '2026-02-30'], /^tandem: --to must be a date/],
  [['audit', 'export', '--from', '1h', '--to', '2h'], /^tandem: --from \(.+\) must be before --to/],
  [['audit', 'export', '--user', 'nobody'], /^tandem: User "nobody" has no sessions\./],
  [
    ['audit', 'export', '--kind', 'chatt'],
    /^tandem: There are no sessions of kind "chatt"\. Did you mean "chat"\?/,
  ],
  [['audit', 'export', '--store', '/nowhere'], /^tandem: There is no folder \/nowhere with sessions\./],
])('%j is refused, and nothing is written', async (args, says) => {
  const dir = tempDir(cleanup);
  const result = await runCli(args.includes('--store') ? args : [...args, '--dir', dir]);
  expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
  expect(readdirSync(dir)).toEqual([]);
});

const admin = ({ dir }: Served, ...args: string[]) => runCli(['admin', ...args, '--dir', dir]);
const audit = ({ dir }: Served, ...args: string[]) => runCli(['audit', 'export', ...args, '--dir', dir]);

const textOf = ({ result }: RpcAnswer) => result?.content?.[0]?.text ?? '';

async function create(served: Served, key: string, name: string): Promise<string> {
  const made = await callModern(served, { name: 'session_create', arguments: { name } }, { key });
  return (JSON.parse(textOf(made)) as { sessionId: string }).sessionId;
}
