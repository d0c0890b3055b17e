import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TandemError } from '../../src/errors.ts';
import { collectMcp } from '../../src/lowdefy/build/collect-mcp.ts';
import { moveMcpKeys } from '../../src/lowdefy/build/move-mcp-keys.ts';
import { loadConfig } from '../../src/server/load-config.ts';
import { eachCase, expectNoInternalError, tryCase } from './fuzz.ts';
import { hostileValue, mutateValue } from './hostile.ts';
import { brokenYaml } from './yaml-text.ts';

/* Files that people write: whatever they contain is used, or refused with a sentence that names file and line. */

const CONFIG = {
  areas: ['lowdefy', 'live'],
  ask: { model: './model.ts' },
  chat: { systemPrompt: 'Be brief.', maxRounds: 3 },
  live: { baseDir: 'ui', allow: ['../x'], autostart: true, users: ['ann'], limits: { callSeconds: 3 } },
  permissions: { files: 'base_dir', commands: ['ls'], network: 'none' },
  mcp: {
    name: 'x',
    user: { id: 'ann', roles: ['admin'] },
    auth: { type: 'api_key', keys: [{ key: 'a-key-0123456789', user: { id: 'ann' } }] },
    limits: { maxSessionsPerUser: 5, requestsPerMinute: 9 },
    session: { store: { type: 'file' } },
    tools: { interact: { enabled: false } },
    pages: { home: { exclude: true, blocks: { save: { confirm: true } } } },
    actions: { setState: false },
  },
  http: { host: '127.0.0.1', port: 0, mcpPort: 0, hosts: ['x'], cors: { origins: ['https://x.example'] } },
};

const APP_MCP = {
  enabled: true,
  readOnly: false,
  exclude: ['admin'],
  tools: { navigate: { enabled: true } },
  pages: { home: { exclude: false } },
  limits: { maxActionsPerCall: 5 },
  auth: { type: 'none' },
};

const BLOCK_MCP = { exclude: false, confirm: true, methods: ['open'], description: 'x' };

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-fuzz-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Used, or refused with a sentence. */
async function isRefused(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    expectNoInternalError(error.message);
    if (!/\S.{10}/s.test(error.message)) throw new Error(`not a sentence: "${error.message}"`);
    return true;
  }
}

test('tandem.yaml', async () => {
  let refused = 0;
  let count = 0;
  for (const { random, name } of eachCase('tandem.yaml')) {
    const text = brokenYaml(random, CONFIG);
    writeFileSync(join(dir, 'tandem.yaml'), text);
    await tryCase(name, text, async () => {
      if (await isRefused(() => loadConfig(dir, {}))) refused++;
    });
    count++;
  }
  // Both must occur, or this tests nothing.
  expect([refused > 0, refused < count || count === 1]).toEqual([true, true]);
  rmSync(join(dir, 'tandem.yaml'));
});

describe('mcp: in lowdefy.yaml', () => {
  test('at the top', async () => {
    for (const { random, name } of eachCase('lowdefy.yaml')) {
      const text = brokenYaml(random, { lowdefy: '4.0.0', mcp: APP_MCP, pages: [] });
      writeFileSync(join(dir, 'lowdefy.yaml'), text);
      await tryCase(name, text, async () => {
        await isRefused(() => loadConfig(dir, {}));
      });
    }
    rmSync(join(dir, 'lowdefy.yaml'));
  });

  test('of pages and blocks, before the build and after it', async () => {
    for (const { random, name } of eachCase('blocks')) {
      const block = { id: 'save', type: 'Button', mcp: mutateValue(random, BLOCK_MCP), properties: {} };
      const page = { id: 'home', type: 'Box', mcp: BLOCK_MCP, blocks: [block] };
      const text = brokenYaml(random, { pages: [page] });
      await tryCase(name, text, async () => {
        await isRefused(() => moveMcpKeys('lowdefy.yaml', text, true));
      });
      const mcp = random.below(2) === 0 ? block.mcp : hostileValue(random);
      const built = { blockId: 'save', mcp, properties: { tandemMcp: hostileValue(random) } };
      const areas = random.below(4) === 0 ? hostileValue(random) : { content: { blocks: [built] } };
      await tryCase(name, { areas }, async () => {
        await isRefused(() => collectMcp({ areas }, 'home'));
      });
    }
  });
});
