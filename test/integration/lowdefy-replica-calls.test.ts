import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/lowdefy/app/app.ts';
import { AppSession } from '../../src/lowdefy/bridge/app-session.ts';
import { performCalls } from '../../src/lowdefy/replica/perform-calls.ts';
import { createCleanup, tempDir } from './harness.ts';
import { loadFixture } from './lowdefy/workbench.ts';

const count = (key: string) => ({
  onClick: [
    {
      id: 'count',
      type: 'SetState',
      params: { [key]: { _sum: [{ _if_none: [{ _state: key }, 0] }, 1] } },
    },
  ],
});

const CONFIG = {
  lowdefy: '4.0.0-rc.11',
  name: 'Calls',
  pages: [
    {
      id: 'cards',
      type: 'Box',
      blocks: [
        {
          id: 'card',
          type: 'Card',
          events: count('card_clicks'),
          blocks: [
            {
              id: 'open',
              type: 'Button',
              events: {
                onClick: [
                  { id: 'open', type: 'CallMethod', params: { blockId: 'modal', method: 'toggleOpen' } },
                ],
              },
            },
            { id: 'modal', type: 'Modal', blocks: [{ id: 'inside', type: 'TextInput' }] },
          ],
        },
        { id: 'other', type: 'Button', events: count('other_clicks') },
        {
          id: 'panels',
          type: 'Collapse',
          properties: { accordion: true, panels: [{ key: 'p' }, { key: 'q' }] },
          events: {
            onChange: [{ id: 'open', type: 'SetState', params: { panel: { _event: 'activeKey' } } }],
          },
          areas: { p: { blocks: [{ id: 'in_p', type: 'TextInput' }] } },
        },
      ],
    },
  ],
};

const cleanup = createCleanup();
afterAll(cleanup.run);
let app: App;
beforeAll(async () => {
  const dir = tempDir(cleanup);
  writeFileSync(join(dir, 'lowdefy.yaml'), JSON.stringify(CONFIG));
  app = await loadFixture(dir);
  cleanup.add(() => app.close());
});

async function open() {
  const session = await AppSession.create(app, null);
  await session.navigate({ pageId: 'cards' });
  const click = (...blockIds: string[]) =>
    call(blockIds.map((blockId) => ({ type: 'triggerEvent' as const, blockId, event: 'onClick' })));
  const call = async (calls: Parameters<typeof performCalls>[1]['calls']) => {
    const { done } = await performCalls(session, { visit: session.visitNumber, calls }, false);
    return done.map(({ error }) => error);
  };
  return { session, call, click };
}

test('a click goes on to the containers around it, although it opened a dialog in front of them', async () => {
  const { session, call, click } = await open();
  expect(await click('open', 'card')).toEqual([undefined, undefined]);
  expect(session.context.state.card_clicks).toBe(1);
  // A container hears of what is done in the dialogs it contains, and of nothing else behind them.
  expect(
    await call([
      { type: 'setValue', blockId: 'inside', value: 'x' },
      { type: 'triggerEvent', blockId: 'card', event: 'onClick' },
      { type: 'triggerEvent', blockId: 'other', event: 'onClick' },
    ]),
  ).toEqual([undefined, undefined, expect.stringContaining('is behind')]);
  expect(session.context.state).toMatchObject({ inside: 'x', card_clicks: 2 });
  expect(await click('card')).toEqual([expect.stringContaining('is behind')]);
});

test('an accordion is folded', async () => {
  const { session, call } = await open();
  const change = (payload: object) =>
    call([{ type: 'triggerEvent', blockId: 'panels', event: 'onChange', payload }]);
  expect(await change({ activeKey: 'q' })).toEqual([undefined]);
  expect(session.page.ui.active.panels).toEqual(['q']);
  // The component names no panel then, and what is undefined does not get into JSON.
  expect(await change({})).toEqual([undefined]);
  expect(session.page.ui.active.panels).toEqual([]);
});
