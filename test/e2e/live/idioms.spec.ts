import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../../src/server/version.ts';
import { baseOf, expect, test } from './idiom-test.ts';
import type { Build } from './served-live-test.ts';

test('ticks, switches and radios follow the server after a click, and a method that toggles is called once', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  await idiom.open('ticks', page);
  const summary = page.locator('#summary');
  await expect(summary).toHaveText('false false s false 0');
  for (const round of [1, 2, 3]) {
    await page.locator('#tick').click();
    await page.locator('#on').click();
    await page.getByText('Large').click();
    await expect(summary).toHaveText(`true true l false ${(round - 1) * 2}`);
    await page.locator('#done').click();
    await expect(summary).toHaveText(`true true l true ${round * 2 - 1}`);
    await expect(page.locator('#native')).toBeChecked();
    // What the server says afterwards is shown, whoever changed it.
    if (round === 1) await page.getByRole('button', { name: 'Reset' }).click();
    else await build.run('ticks:reset()');
    await expect(page.locator('#tick')).toHaveJSProperty('checked', false);
    await expect(page.locator('#on')).toHaveJSProperty('checked', false);
    await expect(page.locator('#size')).toHaveJSProperty('value', 's');
    await expect(page.locator('#done')).toHaveJSProperty('checked', false);
    await page.locator('#native').click();
    await expect(summary).toHaveText(`false false s true ${round * 2}`);
    await build.run('ticks:reset()');
    await expect(page.locator('#native')).not.toBeChecked();
  }
  // A method that does not agree leaves the tick as it was.
  await build.run('function Ticks:toggle() self.times = self.times + 1 end');
  await page.locator('#done').click();
  await expect(summary).toHaveText('false false s false 7');
  await expect(page.locator('#done')).toHaveJSProperty('checked', false);
  await page.locator('#native').click();
  await expect(summary).toHaveText('false false s false 8');
  await expect(page.locator('#native')).not.toBeChecked();
  // With `access=rw` the tick is written before the method is called.
  await page.locator('#asked').click();
  await expect(page.locator('#was-asked')).toHaveText('true');
  expect(troubles.list).toEqual([]);
});

test('a folder with its own shell, themes, main file and page has the whole page to itself', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  idiom.copy('shell');
  const base = baseOf(build);
  symlinkSync('../apps/shell', join(base, 'html/shell'));
  symlinkSync('../storage/shell', join(base, 'html/stored'));
  symlinkSync('..', join(base, 'html/all'));
  await build.call('ui_display', { name: 'shell' });
  expect(await build.run('return startedBy')).toBe('lua/main.lua');
  await build.open(page);

  // Said once: that the folder's own page is not used, and why.
  expect(await noteOf(build)).toContain('html/index.html was made for another server');

  // Nothing of ours stands before it, and a click at its top reaches it.
  await page.locator('#own-button').click();
  await expect(page.locator('#presses')).toHaveText('1');
  await expect(page.locator('[ui-frame]')).toBeHidden();
  expect((await page.locator('.own-bar').boundingBox())?.y).toBe(0);

  await expect(page.locator('#panel')).toBeHidden();
  await page.locator('#toggle').click();
  await expect(page.locator('#panel')).toHaveCSS('display', 'flex');
  await page.locator('#toggle').click();
  await expect(page.locator('#panel')).toBeHidden();

  const { ui, mcp } = build.served;
  await expect(page.locator('#where')).toHaveText(`${base} http://127.0.0.1:${ui} ${mcp} ${VERSION}`);

  // The theme that the folder's own page begins with, and then the person's.
  const themed = page.locator('#themed');
  await expect(themed).toHaveCSS('color', 'rgb(40, 50, 60)');
  await expect(themed).toHaveCSS('border-top-style', 'dotted');
  await page.evaluate(() => localStorage.setItem('theme', 'plain'));
  await page.reload();
  await expect(themed).toHaveCSS('color', 'rgb(10, 20, 30)');

  await expect(page.locator('#logo')).toHaveJSProperty('naturalWidth', 16);
  await expect(page.locator('#app-favicon')).toHaveAttribute('href', '/shell/logo.svg');
  await build.run('local f = assert(io.open("storage/shell/2026/note.txt", "w")) f:write("kept") f:close()');
  const get = (path: string) =>
    page.evaluate(async (at) => {
      const response = await fetch(at);
      return `${response.status} ${response.headers.get('content-type')?.split(';')[0]} ${await response.text()}`;
    }, path);
  expect(await get('/stored/2026/note.txt')).toBe('200 text/plain kept');
  for (const path of [
    '/stored/none.txt',
    '/all/ui-token',
    '/all/tandem.yaml',
    '/all/lua/mcp.lua',
    '/%2e%2e%2fdata/x.txt',
  ])
    expect(await get(path), path).toMatch(/^404 text\/plain File not found: /);

  await page.reload();
  expect(await noteOf(build)).toBe('');
  expect(troubles.list).toEqual([]);
});

test('an app that writes files and runs commands goes on where it may not, in the project where it may', async ({
  build,
  idiom,
  page,
  served,
}) => {
  await idiom.open('notes', page);
  await page.getByLabel('Note').fill('remember');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#kept')).toHaveText('remember');
  await expect(page.locator('#code')).toHaveText('126');
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.locator('#where')).toHaveText('nowhere');
  expect(existsSync(join(baseOf(build), 'data/notes/old'))).toBe(true);
  expect(readFileSync(join(baseOf(build), 'log/lua-err.log'), 'utf8')).toContain(
    'os.execute: app code may not run "mkdir"; grant permissions.commands: [mkdir]',
  );

  build.write('tandem.yaml', 'permissions: { commands: [mkdir, pwd] }\n');
  await build.call('ui_configure', { base_dir: '.ui' });
  await build.call('ui_start');
  await build.call('ui_display', { name: 'notes' });
  await build.open(page);
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.locator('#where')).toHaveText(realpathSync(served.dir));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#code')).toHaveText('0');
});

test('what a script publishes reaches the app that subscribed, and its page', async ({
  build,
  idiom,
  page,
}) => {
  await idiom.open('topics', page);
  const publish = async (path: string, body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await build.script(path, { method: 'POST', body, headers });
    return `${response.status} ${await response.text()}`;
  };
  expect(await publish('/publish?topic=orders', '{"title":"Pens","count":3}')).toBe('200 {"listeners":1}');
  await expect(page.locator('#heard')).toHaveText('Pens (3)');
  expect(await publish('/publish?topic=nobody', '{}')).toBe('200 {"listeners":0}');
  expect(await publish('/publish?topic=orders', 'no JSON')).toMatch(/^400 .*not valid JSON/s);
  expect(await publish('/publish', '{}')).toMatch(/^400 .*Name the topic/s);
  expect(await publish('/publish?topic=orders', '{"title":"Ink"}')).toBe('200 {"listeners":1}');
  expect(await noteOf(build)).toContain('subscription to orders: ');
  const refused = await fetch(`http://127.0.0.1:${build.served.mcp}/publish?topic=orders`, {
    method: 'POST',
    body: '{}',
    headers: { Authorization: 'Bearer wrong', 'Content-Type': 'application/json' },
  });
  expect(refused.status).toBe(401);
});

test('an error in what the person did is shown to them, and the agent hears of it', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  await idiom.open('failures', page);
  const toasts = page.locator('.ui-toast');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(toasts).toHaveText([/The printer is out of paper/]);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('#count')).toHaveText('2');
  await expect(toasts).toHaveCount(1);
  await toasts.getByRole('button', { name: 'Close' }).click();
  await expect(toasts).toHaveCount(0);

  // With the next call, whatever it is; and with the status until the app's files change.
  const audit = await build.agent.callTool({ name: 'ui_audit', arguments: { app: 'failures' } });
  expect(JSON.stringify(audit.content)).toContain('press(): The printer is out of paper');
  expect(await noteOf(build)).toBe('');
  const status = async () =>
    (await build.agent.callTool({ name: 'ui_status', arguments: {} })).structuredContent as {
      errors?: string[];
    };
  expect((await status()).errors).toEqual(['press(): The printer is out of paper (2 times)']);

  await page.getByRole('button', { name: 'Missing' }).click();
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Name').press('Tab');
  await expect(toasts).toHaveText([/Failures has no method missing\(\)/, /A name cannot be changed/]);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.poll(async () => (await status()).errors?.at(-1)).toBe('timer: Too late');
  expect((await status()).errors).toHaveLength(4);

  build.write(
    'apps/failures/app.lua',
    `${readFileSync(join(baseOf(build), 'apps/failures/app.lua'), 'utf8')}\n`,
  );
  await expect.poll(async () => (await status()).errors).toBe(undefined);
  expect(troubles.list).toEqual([]);
});

test('a row that is added at the front moves nothing but itself; focus and typed text stay with their row', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  await idiom.open('rows', page);
  const names = page.locator('#list span');
  await expect(names).toHaveCount(60);
  const third = page.locator('#list p', { hasText: /^row 3$/ }).getByLabel('Note');
  await third.click();
  await third.pressSequentially('half a sen');
  await page.evaluate(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    new MutationObserver((records) => {
      for (const { type, addedNodes, removedNodes, target } of records)
        touched.push(`${type} ${target.nodeName} +${addedNodes.length} -${removedNodes.length}`);
    }).observe(document.querySelector('#list') as Element, { childList: true, subtree: true });
  });
  await build.run('rows:addFirst()');
  await expect(names.first()).toHaveText('new');
  await expect(names).toHaveCount(61);
  // Only in and out of the one place that is new.
  const touched = await page.evaluate(() => (window as unknown as { touched: string[] }).touched);
  expect(touched.length).toBeLessThan(10);
  await expect(third).toBeFocused();
  await third.pressSequentially('tence');

  await build.run('rows:lastFirst()');
  await expect(names.first()).toHaveText('row 60');
  await expect(third).toBeFocused();
  await expect(third).toHaveValue('half a sentence');
  await build.run('table.remove(rows.items, 1)');
  await build.run('table.sort(rows.items, function(a, b) return a.name > b.name end)');
  await expect(names.first()).toHaveText('row 9');
  await expect(third).toHaveValue('half a sentence');
  await third.press('Tab');
  const noted =
    'local r = {} for _, x in ipairs(rows.items) do if x.note ~= "" then r[#r + 1] = x.name .. ": " .. x.note end end return r';
  await expect.poll(() => build.run(noted)).toEqual(['row 3: half a sentence']);
  const shown = await names.allTextContents();
  expect(shown).toEqual(
    await build.run('local r = {} for i, x in ipairs(rows.items) do r[i] = x.name end return r'),
  );
  expect(troubles.list).toEqual([]);
});

test('other objects get rows of their own: neither focus nor typed text goes to them', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  await idiom.open('rows', page);
  const names = page.locator('#list span');
  await expect(names).toHaveCount(60);
  // Rows of objects that are made anew at every call stay, with what is being typed there.
  const made = page.locator('#made input').nth(1);
  await made.click();
  await made.pressSequentially('half a');
  await build.run('rows:addFirst()');
  await expect(page.locator('#made span').nth(1)).toHaveText('61 rows, part 2');
  await expect(made).toBeFocused();
  await expect(made).toHaveValue('half a');

  const second = page.locator('#list input').nth(1);
  await second.click();
  await second.pressSequentially('for row 1 only');
  await build.run('rows:otherFolder()');
  await expect(names).toHaveText(['other 1', 'other 2', 'other 3']);
  for (const field of await page.locator('#list input').all()) {
    await expect(field).toHaveValue('');
    await expect(field).not.toBeFocused();
  }
  const notes = 'local r = {} for i, x in ipairs(rows.items) do r[i] = x.note end return r';
  expect(await build.run(notes)).toEqual(['', '', '']);
  expect(troubles.list).toEqual([]);
});

/** What the agent is told besides a result. */
async function noteOf({ agent }: Build): Promise<string> {
  const { content } = await agent.callTool({ name: 'ui_run', arguments: { code: 'return 1' } });
  const [, ...notes] = content as { text: string }[];
  return notes.map(({ text }) => text).join('\n');
}
