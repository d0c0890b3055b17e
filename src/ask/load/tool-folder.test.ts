import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createLogger } from '../../lib/logger.ts';
import { ToolFolder } from './tool-folder.ts';

let dir: string;
let lines: string[];
let folder: ToolFolder;
let clock = Date.now() / 1000;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-tools-'));
  lines = [];
  folder = new ToolFolder({ dir: join(dir, 'tools'), log: createLogger('info', (line) => lines.push(line)) });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  // A file system's clock may not distinguish two writes of one test.
  clock += 10;
  utimesSync(path, clock, clock);
}

const tool = (name: string, body = "return 'done';") => `
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
import { greeting } from '../shared.ts';
export const tool = createMcpTool('${name}').description('d').parameters(z.object({ n: z.number() as z.ZodNumber }))
  .elicits({ q: z.object({ a: z.string().describe('an answer') }) })
  .execute(function* (params, ctx): Generator<any, any, any> { yield* ctx.log('info', greeting); ${body} });
`;
const names = () => folder.tools.map((served) => served.tool.name);

test('TypeScript is served without a build and without an install', async () => {
  write('shared.ts', 'export const greeting: string = "hello";');
  write('tools/hello.ts', tool('hello', 'return [params.n, import.meta.dirname];'));
  write('tools/notes.md', 'nothing');
  write('tools/hello.test.ts', 'throw new Error("a test is no tool")');
  expect(await folder.refresh()).toBe(true);
  expect(folder.problems).toEqual([]);
  const run = await runInMemory(folder.tools[0]?.tool as never, { n: 7 });
  expect(run.notices).toEqual([{ op: 'log', level: 'info', message: 'hello' }]);
  expect(run.run.ending).toEqual({ op: 'completed', value: [7, join(dir, 'tools')] });
  expect(folder.tools[0]?.tool.questions.q).toMatchObject({
    mcpCompatible: true,
    json: { properties: { a: { description: 'an answer' } } },
  });
});

test('a subfolder may contain a plugin, which the server does not open', async () => {
  write('tools/shared.ts', 'export const greeting = "hi"; // for tandem-mcp');
  write('tools/other.js', 'throw new Error("not every folder called tools is ours")');
  write('tools/book/tool.tsx', tool('book'));
  write('tools/book/plugin.tsx', 'throw new Error("React would be loaded here")');
  write('tools/empty/readme.txt', '');
  await folder.refresh();
  expect(folder.tools.map(({ tool: { name }, hasPlugin }) => [name, hasPlugin])).toEqual([['book', true]]);
  expect(folder.problems).toEqual([
    { file: 'shared.ts', message: expect.stringContaining('it exports no tool') },
  ]);
});

test('a broken file is reported with its location, and the others are served', async () => {
  write('shared.ts', 'export const greeting = "hi";');
  write('tools/good.ts', tool('good'));
  write('tools/syntax.ts', "import 'tandem-mcp/ask'; export const = 1;");
  write('tools/throws.ts', "import 'tandem-mcp/ask'; throw new Error('at load')");
  write('tools/missing.ts', "import 'tandem-mcp/ask'; import 'not-installed'; export {}");
  write('tools/unlisted.ts', tool('unlisted').replace('z.number() as z.ZodNumber', 'z.date()'));
  write('tools/twice.ts', tool('good'));
  await folder.refresh();
  expect(names()).toEqual(['good']);
  expect(Object.fromEntries(folder.problems.map(({ file, message }) => [file, message]))).toEqual({
    'syntax.ts': expect.stringMatching(/^syntax\.ts:1:39: Expected identifier/),
    'throws.ts': 'at load',
    'missing.ts': expect.stringContaining('Could not resolve "not-installed"'),
    'unlisted.ts': expect.stringContaining('the parameters of "unlisted" cannot be expressed as JSON Schema'),
  });
  expect(lines.filter((line) => line.includes('is not available')).length).toBe(5);
  // Only the one tool, not its file.
  expect(lines.join()).toContain('tools/twice.ts: its tool "good" is not available, because good.ts defines');
});

test('changes are seen: of a file, of its imports, of the folder', async () => {
  write('shared.ts', 'export const greeting = "hi";');
  write('tools/a.ts', tool('a'));
  await folder.refresh();
  const first = folder.tools[0]?.tool;
  expect(await folder.refresh()).toBe(false);
  expect(folder.tools[0]?.tool).toBe(first);

  write('shared.ts', 'export const greeting = "good day";');
  expect(await folder.refresh()).toBe(true);
  const run = await runInMemory(folder.tools[0]?.tool as never, { n: 1 });
  expect(run.notices).toMatchObject([{ message: 'good day' }]);

  write('tools/a.ts', "import 'tandem-mcp/ask'; export const = 1;");
  expect(await folder.refresh()).toBe(true);
  expect([names(), folder.problems.length]).toEqual([[], 1]);
  expect(await folder.refresh()).toBe(false);

  write('tools/a.ts', tool('renamed'));
  write('tools/b.ts', tool('b'));
  expect(await folder.refresh()).toBe(true);
  expect([names(), folder.problems]).toEqual([['renamed', 'b'], []]);

  rmSync(join(dir, 'tools/a.ts'));
  expect(await folder.refresh()).toBe(true);
  expect(names()).toEqual(['b']);
});

test('a missing folder has no tools', async () => {
  expect(await folder.refresh()).toBe(false);
  expect(folder.tools).toEqual([]);
});

test('what a tool prints appears on stderr, with its name', async () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  write('shared.ts', 'export const greeting = "hi";');
  write(
    'tools/loud/tool.ts',
    tool('loud', 'console.log("a", 1); console.warn("b"); return typeof console.table;').replace(
      '../shared',
      '../../shared',
    ),
  );
  await folder.refresh();
  const { run } = await runInMemory(folder.tools[0]?.tool as never, { n: 1 });
  expect(run.ending).toEqual({ op: 'completed', value: 'function' });
  expect(printed.mock.calls).toEqual([['[loud] a 1\n'], ['[loud] b\n']]);
  printed.mockRestore();
});
