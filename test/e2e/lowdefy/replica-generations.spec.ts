import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { linkLowdefy, testGeneration, testLowdefy } from '../../integration/lowdefy/test-lowdefy.ts';
import { createSession, test } from '../served.ts';

const generation = testGeneration();
const PLUGIN = fileURLToPath(new URL('../../fixtures/plugins/dial', import.meta.url));

const setState = (params: object) => [{ id: 'set', type: 'SetState', params }];
const call = (blockId: string, method: string, args: unknown[] = []) => [
  { id: 'call', type: 'CallMethod', params: { blockId, method, args } },
];
const trigger = (blockId: string, event: string, payload?: object) => ({
  type: 'triggerEvent',
  blockId,
  event,
  ...(payload && { payload }),
});
const html = (id: string, text: string, it: object) => ({
  id,
  type: 'Html',
  properties: { html: { _nunjucks: { template: text, on: { it } } } },
});
const button = (id: string, title: string, onClick: object) => ({
  id,
  type: 'Button',
  properties: { title },
  events: { onClick },
});

/** What only some generations have. */
const SINCE_4_5 = [
  { id: 'computed', type: 'Html', properties: { html: { _js: "return 'Computed: ' + (6 * 7)" } } },
];
const SINCE_5 = [
  {
    id: 'styled',
    type: 'Html',
    class: 'text-[37px]',
    properties: { html: 'Styled' },
  },
  {
    id: 'quick',
    type: 'Button',
    properties: { title: 'Quick' },
    events: { onClick: { shortcut: 'mod+k', try: setState({ quick: 'pressed' }) } },
  },
  html('quickly', 'Quick: {{ it }}', { _state: 'quick' }),
  { id: 'themed', type: 'Button', properties: { title: 'Themed', type: 'primary' } },
];

const APP = {
  lowdefy: testLowdefy()?.version ?? '4.0.0-rc.11',
  name: 'Generations',
  ...(generation === '5' && { theme: { antd: { token: { colorPrimary: '#123456' } } } }),
  plugins: [{ name: 'dial-plugin', version: 'file:./plugins/dial' }],
  pages: [
    {
      id: 'home',
      type: 'Box',
      blocks: [
        { id: 'name', type: 'TextInput', properties: { title: 'Name' } },
        html('greeting', 'Hello {{ it }}', { _state: 'name' }),
        { id: 'dial', type: 'Dial', properties: { title: 'Volume' } },
        // A set of icons that the client does not bring.
        { id: 'icon', type: 'Icon', properties: { name: 'GiSpade' } },
        {
          id: 'tabs',
          type: 'Tabs',
          properties: {
            tabs: [
              { key: 'first', title: 'First tab' },
              { key: 'second', title: 'Second tab' },
            ],
          },
          [generation === '5' ? 'slots' : 'areas']: {
            first: { blocks: [html('in_first', 'In the first', {})] },
            second: { blocks: [html('in_second', 'In the second', {})] },
          },
        },
        {
          id: 'items',
          type: 'ControlledList',
          properties: { title: 'Items' },
          blocks: [{ id: 'items.$.text', type: 'TextInput', properties: { title: 'Text' } }],
        },
        button('open', 'Open dialog', call('dialog', 'setOpen', [{ open: true }])),
        {
          id: 'dialog',
          type: 'Modal',
          properties: { title: 'A dialog' },
          blocks: [{ id: 'inside', type: 'TextInput', properties: { title: 'Inside' } }],
          events: { onOk: setState({ said: { _state: 'inside' } }) },
        },
        html('said', 'Said: {{ it }}', { _state: 'said' }),
        button('sure', 'Ask', call('really', 'open')),
        {
          id: 'really',
          type: 'ConfirmModal',
          properties: { title: 'Really?' },
          events: { onOk: setState({ sure: 'yes' }) },
        },
        html('surely', 'Sure: {{ it }}', { _state: 'sure' }),
        {
          id: 'must',
          type: 'TextInput',
          required: true,
          properties: { title: 'Must' },
        },
        button('check', 'Check', [{ id: 'check', type: 'Validate', params: 'must' }]),
        ...(generation === '4.0' ? [] : SINCE_4_5),
        ...(generation === '5' ? SINCE_5 : []),
      ],
    },
  ],
};

test.setTimeout(400_000);
test('the client of the app’s own generation shows the session, and a person uses it', async ({
  page,
  served,
  troubles,
}) => {
  cpSync(PLUGIN, join(served.dir, 'plugins/dial'), { recursive: true });
  mkdirSync(join(served.dir, 'public'));
  writeFileSync(join(served.dir, 'lowdefy.yaml'), JSON.stringify(APP));
  linkLowdefy(served.dir);
  await served.start('');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Own work');
  const act = async (...actions: object[]) => {
    const { content, isError } = await agent.callTool({
      name: 'interact',
      arguments: { sessionId, actions, view: 'full', log: 'full' },
    });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    const log = JSON.parse(texts.at(-1) ?? '[]') as { success: boolean }[];
    expect(isError === true || log.some(({ success }) => !success), texts.join('\n')).toBe(false);
    return texts[0];
  };
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'home' } });
  await served.open(page);
  await page.getByRole('link', { name: 'Own work' }).click();
  const app = page.frameLocator('iframe');
  const input = (id: string) => app.locator(`[id="bl-${id}"] input`);

  // Values, both ways.
  await input('name').pressSequentially('Ada');
  await expect(app.getByText('Hello Ada')).toBeVisible();
  // Otherwise the agent's value may come first.
  await expect
    .poll(async () => JSON.stringify(await agent.callTool({ name: 'get_state', arguments: { sessionId } })))
    .toContain('Ada');
  await act({ type: 'setValue', blockId: 'name', value: 'Bob' });
  await expect(input('name')).toHaveValue('Bob');
  await expect(app.getByText('Hello Bob')).toBeVisible();

  // The app's own component, and an icon of a set that only the app's packages have.
  const dial = app.getByRole('button', { name: 'Volume' });
  await expect(dial).toHaveCSS('border-radius', '50%');
  await dial.click();
  await expect(dial).toHaveText('Volume: 1 (1 clicks)');
  if (testLowdefy()) await expect(app.locator('#bl-icon svg path')).toHaveCount(1);

  // Tabs, opened by each of the two.
  await expect(app.getByText('In the first')).toBeVisible();
  await app.getByRole('tab', { name: 'Second tab' }).click();
  await expect(app.getByText('In the second')).toBeVisible();
  await act(trigger('tabs', 'onChange', { activeKey: 'first' }));
  await expect(app.getByText('In the first')).toBeVisible();

  // A list.
  await app.locator('#bl-items').getByRole('button').first().click();
  await input('items.0.text').fill('One');
  await act(
    { type: 'callMethod', blockId: 'items', method: 'pushItem' },
    { type: 'setValue', blockId: 'items.1.text', value: 'Two' },
  );
  await expect(input('items.1.text')).toHaveValue('Two');
  await act({ type: 'callMethod', blockId: 'items', method: 'removeItem', args: [0] });
  await expect(input('items.0.text')).toHaveValue('Two');
  await expect(input('items.1.text')).toHaveCount(0);

  // Dialogs, opened by each of the two.
  const dialog = app.getByRole('dialog', { name: 'A dialog' });
  await app.getByRole('button', { name: 'Open dialog' }).click();
  await input('inside').fill('By hand');
  await dialog.getByRole('button', { name: 'Ok', exact: false }).click();
  await expect(dialog).toBeHidden();
  await expect(app.getByText('Said: By hand')).toBeVisible();
  await act(trigger('open', 'onClick'));
  await expect(dialog).toBeVisible();
  await act(trigger('dialog', 'onCancel'));
  await expect(dialog).toBeHidden();
  await act(trigger('sure', 'onClick'));
  await expect(app.locator('.ant-modal-confirm')).toContainText('Really?');
  await app.locator('.ant-modal-confirm').getByRole('button', { name: 'Ok' }).click();
  await expect(app.getByText('Sure: yes')).toBeVisible();
  await expect(app.locator('.ant-modal-confirm')).toBeHidden();

  // Validation.
  await app.getByRole('button', { name: 'Check' }).click();
  await expect(app.locator('#bl-must')).toContainText('This field is required');

  if (generation !== '4.0') await expect(app.getByText('Computed: 42')).toBeVisible();
  if (generation === '5') {
    // Classes of Tailwind, the app's theme, keys.
    await expect(app.locator('#bl-styled')).toHaveCSS('font-size', '37px');
    await expect(app.getByRole('button', { name: 'Themed' })).toHaveCSS(
      'background-color',
      'rgb(18, 52, 86)',
    );
    await app.locator('body').press('Control+k');
    await expect(app.getByText('Quick: pressed')).toBeVisible();
  }
  expect(await act({ type: 'setValue', blockId: 'name', value: 'Cy' })).toContain('Said: By hand');
  expect(troubles.list).toEqual([]);
});
