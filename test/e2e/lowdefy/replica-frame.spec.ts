import { expect, type Frame, type Page } from '@playwright/test';
import { testGeneration } from '../../integration/lowdefy/test-lowdefy.ts';
import { createSession } from '../served.ts';
import { test } from './app-test.ts';

/** The frame with the app, in which its code runs. */
async function appFrame(page: Page): Promise<Frame> {
  await expect(page.frameLocator('iframe').locator('.ant-layout, .ant-modal').first()).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes('/client/'));
  if (!frame) throw new Error('The page has no frame with the app.');
  return frame;
}

/** Code of the app takes the port of the frame, with everything that it can send. */
async function takePort(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const taken = window as unknown as { port?: MessagePort };
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function take(this: MessagePort, message: unknown) {
      // React's scheduler has a port of its own, which sends null.
      if (message) taken.port = this;
      postMessage.call(this, message);
    };
    window.dispatchEvent(new Event('resize'));
  });
}

test('code in the frame of an app has no cookie, no storage, no network and no way out', async ({
  page,
  shared,
}) => {
  const other = await createSession(shared.agent, 'Somebody else’s work');
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.openApp(page);
  const frame = await appFrame(page);
  const found = await frame.evaluate(async (sessionId) => {
    const tried = async (what: () => unknown) => {
      try {
        return String(await what());
      } catch (error) {
        return (error as Error).name;
      }
    };
    const socket = (path: string) =>
      new Promise((resolve) => {
        const made = new WebSocket(`ws://${location.host}${path}`);
        made.onerror = () => resolve('refused');
        made.onopen = () => resolve('open');
      });
    const image = (src: string) =>
      new Promise((resolve) => {
        Object.assign(new Image(), {
          src,
          onerror: () => resolve('refused'),
          onload: () => resolve('loaded'),
        });
      });
    return {
      origin: self.origin,
      cookie: await tried(() => document.cookie),
      storage: await tried(() => localStorage.length),
      parent: await tried(() => window.parent.document.title),
      status: await tried(() => fetch('/api/status')),
      post: await tried(() => fetch(`/api/apps/${sessionId}/calls`, { method: 'POST', body: '{}' })),
      socket: await tried(() => socket(`/ws/apps/${sessionId}/replica`)),
      image: await tried(() => image(`/api/apps/${sessionId}/client`)),
      popup: await tried(() => window.open('/')),
    };
  }, other);
  expect(found).toEqual({
    origin: 'null',
    cookie: 'SecurityError',
    // Since Lowdefy 5 the client wants one; it is the frame's own, and ends with it.
    storage: testGeneration() === '5' ? 'undefined' : 'SecurityError',
    parent: 'SecurityError',
    status: 'TypeError',
    post: 'TypeError',
    socket: 'refused',
    image: 'refused',
    popup: 'null',
  });

  // It cannot take the page elsewhere, and a page elsewhere cannot take its place.
  const before = page.url();
  const address = frame.url();
  await frame.evaluate(() => {
    try {
      (window.top as Window).location.href = '/';
    } catch {
      // Refused with an error, or silently.
    }
  });
  await frame.evaluate(() => location.assign('https://example.com/')).catch(() => {});
  expect(page.url()).toBe(before);
  // The page starts the app again.
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'New invoice' })).toBeVisible();

  // Opened by itself, the address has an opaque origin, too.
  const alone = await page.context().newPage();
  await alone.goto(address);
  expect(await alone.evaluate(() => self.origin)).toBe('null');
});

test('code in the frame of an app cannot approve, and cannot name another session', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await shared.call('interact', {
    actions: [{ type: 'triggerEvent', blockId: 'void_button', event: 'onClick' }],
  });
  await shared.openApp(page);
  await expect(page.frameLocator('iframe').locator('.ant-modal')).toBeVisible();
  const frame = await appFrame(page);
  await takePort(frame);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.postData() ?? '');
  });
  const approve = { type: 'triggerEvent', blockId: 'void_modal', event: 'onOk' };
  await frame.evaluate((call) => {
    const { port } = window as unknown as { port: MessagePort };
    const calls = { type: 'calls', number: 1001, visit: 1, calls: [call] };
    // Messages that the page does not know, or with more than it allows, are dropped.
    port.postMessage({ ...calls, confirmed: true });
    port.postMessage({ ...calls, sessionId: 'sess_other' });
    port.postMessage({ type: 'approve' });
    port.postMessage({ ...calls, calls: [{ ...call, confirmed: true }] });
    window.parent.postMessage(calls, '*');
    window.parent.postMessage('tandem-frame', '*');
    port.postMessage(calls);
  }, approve);
  // Only the last one is a call, and the person is asked where the frame cannot answer.
  const dialog = page.getByRole('dialog', { name: 'Do this?' });
  await expect(dialog).toBeVisible();
  const calls = posted.filter((body) => body.includes('void_modal')).map((body) => JSON.parse(body));
  expect(calls).toEqual([{ visit: 1, calls: [approve] }]);
  expect(shared.statusOf(18)).not.toBe('void');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('needs your confirmation');
  expect(shared.statusOf(18)).not.toBe('void');
});
