import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { copyFixtureApp } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let user: McpUser;
beforeAll(async () => {
  user = await connect(cleanup, copyFixtureApp(cleanup));
});

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });

/** As an agent calls it that asks for nothing in particular. */
async function call(name: string, args: Record<string, unknown>): Promise<[page: string, log: unknown]> {
  const { content } = await user.client.callTool({ name, arguments: args });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return [texts.length > 1 ? (texts[0] ?? '') : '', JSON.parse(texts.at(-1) ?? '')];
}

async function open(pageId: string): Promise<{ sessionId: string; log: unknown }> {
  const { structured } = await user.call('session_create', { name: 'log' });
  const { sessionId } = structured as { sessionId: string };
  return { sessionId, log: (await call('navigate', { sessionId, pageId }))[1] };
}

describe('the log', () => {
  test('folds plain successes into one entry, and keeps what has something to say', async () => {
    const { sessionId } = await open('inputs');
    const actions = [set('area', 'x'), set('number', '4'), set('area', 'y'), set('choice', 'Alpha')];
    expect((await call('interact', { sessionId, actions }))[1]).toEqual([
      { done: 2 },
      { action: 'setValue', blockId: 'number', success: true, converted: '"4" to 4' },
      { action: 'setValue', blockId: 'choice', success: true, converted: '"Alpha" to the option "a"' },
    ]);
  });

  test('is whole on request', async () => {
    const { sessionId } = await open('inputs');
    const actions = [set('area', 'x'), set('area', 'y')];
    expect((await call('interact', { sessionId, actions, log: 'full' }))[1]).toEqual([
      { action: 'setValue', blockId: 'area', success: true },
      { action: 'setValue', blockId: 'area', success: true },
    ]);
    const [, log] = await call('navigate', { sessionId, pageId: 'data', log: 'full' });
    expect(log).toContainEqual(
      expect.objectContaining({ action: expect.stringMatching(/^on/), success: true }),
    );
  });

  test('has no entry for load events that only loaded', async () => {
    expect((await open('data')).log).toEqual([]);
  });
});

describe('failed actions', () => {
  test('are announced before the page', async () => {
    const { sessionId } = await open('inputs');
    const actions = [set('area', 'x'), set('number', 'many'), set('nothing', 1)];
    const [page, log] = await call('interact', { sessionId, actions });
    expect(page).toMatch(/^2 of 3 actions failed; see the log\.\n\n/);
    expect(log).toEqual([
      { done: 1 },
      expect.objectContaining({ blockId: 'number', success: false }),
      expect.objectContaining({ blockId: 'nothing', success: false }),
    ]);
    expect((await call('interact', { sessionId, actions: [set('nothing', 1)], view: 'none' }))[0]).toBe(
      'The action failed; see the log.',
    );
    expect((await call('interact', { sessionId, actions: [set('area', 'z')] }))[0]).not.toContain('failed');
  });

  test('stop the rest with stopOnFailure, which is said', async () => {
    const { sessionId } = await open('inputs');
    const actions = [set('area', 'x'), set('number', 'many'), set('area', 'y'), set('text', 'z')];
    const [page, log] = await call('interact', { sessionId, actions, stopOnFailure: true });
    expect(page).toMatch(/^1 of 4 actions failed, and 2 after it were not run; see the log\.\n/);
    expect(log).toMatchObject([
      { done: 1 },
      { blockId: 'number', success: false, warnings: ['stopOnFailure; 2 actions were skipped.'] },
    ]);
    const { texts } = await user.call('get_state', { sessionId });
    expect(JSON.parse(texts[0] ?? '').state).toMatchObject({ area: 'x', text: 'first' });
  });
});
