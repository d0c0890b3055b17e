import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanEnv, cli, tempFolder } from './cli/run-cli.ts';

/**
 * What agents see of this server, one file per tool. A change here changes how every agent behaves, so it is
 * made on purpose: UPDATE_GOLDEN=1 npx vitest run --project integration test/integration/golden.test.ts
 */
const golden = fileURLToPath(new URL('../golden/', import.meta.url));
const isUpdate = process.env.UPDATE_GOLDEN === '1';

interface Surface {
  instructions: string;
  tools: { name: string }[];
}

/** As a real client receives it from a separate process. */
async function readSurface(): Promise<Surface> {
  // A folder that offers everything there is; listing tools builds nothing, so the app may be empty.
  using folder = tempFolder({
    'lowdefy.yaml': 'lowdefy: 4.0.0-rc.11\n',
    'tandem.yaml': 'areas: [live]\n',
    // A folder for asking tools, and none in it: those are the project's own.
    'tools/README.md': '',
  });
  const client = new Client({ name: 'golden', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--dir', folder.path],
      env: cleanEnv(),
    }),
  );
  try {
    const { tools } = await client.listTools();
    return { tools, instructions: client.getInstructions() ?? '' };
  } finally {
    await client.close();
  }
}

const toText = (tool: object) => `${JSON.stringify(tool, null, 2)}\n`;
/** As models count, roughly. */
const toTokens = (text: string) => Math.ceil(text.length / 4);

describe('what agents see', () => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await readSurface();
    if (!isUpdate) return;
    mkdirSync(golden, { recursive: true });
    for (const tool of surface.tools) writeFileSync(join(golden, `${tool.name}.json`), toText(tool));
    writeFileSync(join(golden, 'instructions.txt'), `${surface.instructions}\n`);
  });

  test('is every tool that has a golden file, and no other', () => {
    const files = readdirSync(golden).filter((name) => name.endsWith('.json'));
    expect(surface.tools.map(({ name }) => `${name}.json`).sort()).toEqual(files.sort());
  });

  test('is each tool as in its golden file', () => {
    for (const tool of surface.tools)
      expect(toText(tool), `${tool.name} has changed; if that is meant: UPDATE_GOLDEN=1`).toBe(
        readFileSync(join(golden, `${tool.name}.json`), 'utf8'),
      );
  });

  test('is the instructions as in the golden file', () => {
    expect(`${surface.instructions}\n`).toBe(readFileSync(join(golden, 'instructions.txt'), 'utf8'));
  });

  test('costs an agent few tokens', () => {
    const areaOf = ({ name }: { name: string }) => /^(?:ui|ask)_/.exec(name)?.[0] ?? 'lowdefy';
    const [lowdefy, live, ask] = ['lowdefy', 'ui_', 'ask_'].map((area) =>
      surface.tools.filter((tool) => areaOf(tool) === area),
    );
    expect(toTokens(JSON.stringify(lowdefy))).toBeLessThanOrEqual(1400);
    expect(toTokens(JSON.stringify(ask))).toBeLessThanOrEqual(250);
    expect(toTokens(JSON.stringify(live))).toBeLessThanOrEqual(1700);
    expect(toTokens(surface.instructions)).toBeLessThan(300);
  });

  test('is the same, in the same order, from another process', async () => {
    expect(JSON.stringify(await readSurface())).toBe(JSON.stringify(surface));
  });
});
