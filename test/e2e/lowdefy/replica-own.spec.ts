import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { linkLowdefy, testLowdefy } from '../../integration/lowdefy/test-lowdefy.ts';
import { createSession, test } from '../served.ts';

const PLUGIN = fileURLToPath(new URL('../../fixtures/plugins/dial', import.meta.url));

/** Compiled to a function in the frame. */
const template = (text: string, it: object) => ({ _nunjucks: { template: text, on: { it } } });

const APP = {
  lowdefy: testLowdefy()?.version ?? '4.0.0-rc.11',
  name: 'Own',
  plugins: [{ name: 'dial-plugin', version: 'file:./plugins/dial' }],
  pages: [
    {
      id: 'home',
      type: 'Box',
      blocks: [
        {
          id: 'dial',
          type: 'Dial',
          properties: { title: 'Volume' },
          events: { onChange: [{ id: 'note', type: 'SetState', params: { noted: { _state: 'dial' } } }] },
        },
        {
          id: 'wide',
          type: 'Html',
          properties: { html: template('Width: {{ it }}', { _media: 'width' }) },
        },
        { id: 'salary', type: 'TextInput', properties: { title: 'Salary' } },
        {
          id: 'doubled',
          type: 'Html',
          properties: { html: template('Doubled: {{ it }}', { _twice: { _state: 'noted' } }) },
        },
      ],
    },
  ],
};

test('a block of the app’s own plugin is itself, and people see what agents do not', async ({
  page,
  served,
}) => {
  cpSync(PLUGIN, join(served.dir, 'plugins/dial'), { recursive: true });
  writeFileSync(join(served.dir, 'lowdefy.yaml'), JSON.stringify(APP));
  linkLowdefy(served.dir);
  await served.start('mcp: { pages: { home: { blocks: { salary: { exclude: true } } } } }\n');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Own work');
  const call = async (name: string, args: object) => {
    const { content } = await agent.callTool({ name, arguments: { sessionId, ...args } });
    return (content as { text: string }[]).map(({ text }) => text).join('\n');
  };
  expect(await call('navigate', { pageId: 'home' })).toContain('Width: 1920');
  await page.setViewportSize({ width: 900, height: 700 });
  await served.open(page);
  await page.getByRole('link', { name: 'Own work' }).click();
  const app = page.frameLocator('iframe');
  await expect(app.getByText('Width: 900')).toBeVisible();
  const dial = app.getByRole('button', { name: 'Volume' });
  await expect(dial).toHaveText('Volume: 0 (0 clicks)');
  await expect(dial).toHaveCSS('border-radius', '50%');
  await dial.click();
  await expect(dial).toHaveText('Volume: 1 (1 clicks)');
  await expect(app.getByText('Doubled: 2')).toBeVisible();
  const seven = { actions: [{ type: 'setValue', blockId: 'dial', value: 7 }], view: 'full' };
  // The person's window is the session's.
  await expect.poll(() => call('interact', seven)).toContain('Width: 900');
  await expect(dial).toHaveText('Volume: 7 (1 clicks)');

  // Hidden from the agent: shown, marked, and nothing of it is told.
  const salary = app.locator('#bl-salary');
  await expect(salary).toHaveCSS('outline-style', 'dashed');
  await salary.locator('input').fill('80000');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('complementary')).toContainText(/salary/i);
  const told = await call('interact', {
    actions: [{ type: 'setValue', blockId: 'dial', value: 8 }],
    log: 'full',
    view: 'full',
  });
  expect(told).not.toContain('salary');
  expect(told).not.toContain('80000');
  expect(await call('get_state', {})).not.toContain('80000');
});
