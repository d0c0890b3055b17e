import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import type { PluginClientRegistration } from '../plugin/make-plugin.ts';
import { ClientBundles } from './client-bundles.ts';
import type { ClientSource } from './client-source.ts';
import { ToolFolder } from './tool-folder.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clients-'));
  mkdirSync(join(dir, 'ask'));
  write(
    'tool.ts',
    `import { readFileSync } from 'node:fs';
     import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     const PASSWORD = 'hunter2';
     export const ask = createMcpTool('ask').description('d').parameters(z.object({}))
       .elicits({ q: z.object({ a: z.string() }) })
       .execute(function* () { return readFileSync(PASSWORD); });`,
  );
  write(
    'box.tsx',
    `import './box.css'; import { useState } from 'react'; export const Box = () => <b>{useState(1)[0]}</b>;`,
  );
  write('box.css', 'b { color: red }');
  write(
    'plugin.tsx',
    `import { makePlugin } from 'tandem-mcp/ask/client';
     import { Box } from './box.tsx';
     import { ask } from './tool';
     export const plugin = makePlugin(ask).onElicit({
       *q(req, ctx) { return { action: 'accept', content: yield* ctx.render(Box, {}) }; },
     }).build();`,
  );
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(dir, 'ask', name), text);
}

async function findSource(): Promise<ClientSource> {
  const folder = new ToolFolder({ dir, log: createLogger('silent') });
  await folder.refresh();
  return folder.tools[0]?.client as ClientSource;
}

test('the browser receives the plugin and its styles, and only a description of the tool', async () => {
  const { js, css } = await new ClientBundles().get(await findSource());
  expect(css).toContain('color:red');
  expect(js).not.toMatch(/hunter2|readFileSync|node:/);
  const page: Record<string, unknown> = {
    react: { useState: (value: unknown) => [value] },
    'react/jsx-runtime': { jsx: (type: string, props: object) => ({ type, props }) },
  };
  Object.assign(globalThis, { [Symbol.for('tandem.page-modules')]: page });
  const { plugin } = (await import(`data:text/javascript,${encodeURIComponent(js)}`)) as {
    plugin: { client: PluginClientRegistration };
  };
  expect(plugin.client.schemas.q?.json).toMatchObject({ properties: { a: { type: 'string' } } });
  const shown: unknown[] = [];
  const answer = await plugin.client.run(
    { toolName: 'ask', key: 'q', callId: 'c', seq: 1, message: 'm' },
    {
      signal: new AbortController().signal,
      async render(component, props) {
        shown.push((component as (props: object) => unknown)(props));
        return { a: 'x' };
      },
    },
  );
  expect(answer).toEqual({ action: 'accept', content: { a: 'x' } });
  expect(shown).toEqual([{ type: 'b', props: { children: 1 } }]);
});

test('a bundle is cached until one of its files changes', async () => {
  const bundles = new ClientBundles();
  const source = await findSource();
  const first = await bundles.get(source);
  expect(await bundles.get(source)).toBe(first);
  write('box.css', 'b { color: darkgreen }');
  const second = await bundles.get(source);
  expect(second.css).toContain('#006400');
  expect(second.version).not.toBe(first.version);
});

test('errors are reported with their location, and fixed without a restart', async () => {
  const bundles = new ClientBundles();
  const source = await findSource();
  write('box.tsx', 'import { x } from "node:fs"; export const Box = x;');
  await expect(bundles.get(source)).rejects.toThrow(/box\.tsx:1:\d+: Could not resolve "node:fs"/);
  write('box.tsx', 'export const Box = () => null;');
  expect((await bundles.get(source)).js).toBeTruthy();
});

test("a plugin of a tool from code names the tool; one that imports the tool's file is refused", async () => {
  const source: ClientSource = { plugin: join(dir, 'ask/plugin.tsx') };
  const bundles = new ClientBundles();
  await expect(bundles.get(source)).rejects.toThrow(/Could not resolve "node:fs"/);
  write(
    'tool.ts',
    `import { createMcpTool } from 'tandem-mcp/ask';
     export const ask = createMcpTool('ask').description('hunter2').parameters({} as never).elicits({}).execute(function* () {});`,
  );
  await expect(bundles.get(source)).rejects.toThrow(
    /^plugin\.tsx would ship a tool to the browser with everything in its file \(tool\.ts\)\. .*makePlugin<typeof myTool>/,
  );
  write(
    'plugin.tsx',
    `import { makePlugin } from 'tandem-mcp/ask/client';
     import { extractModelContext } from 'tandem-mcp/ask';
     import type { ask } from './tool.ts';
     export const plugin = makePlugin<typeof ask>('ask').onElicit({
       *q(req) { return { action: 'accept', content: extractModelContext(req) }; },
     }).build();`,
  );
  expect((await bundles.get(source)).js).not.toContain('hunter2');
});
