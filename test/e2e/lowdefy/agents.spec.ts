import { expect, type Page } from '@playwright/test';
import { makeChatApp } from '../../fixtures/agents/chat-app.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { createSession, openPlain, type Served, test } from '../served.ts';
import { done } from './app-test.ts';

/** An external agent in a session with a chat that the person has open. */
async function share(served: Served, page: Page) {
  await makeChatApp(served.dir);
  await served.start('');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Spring cleaning', '');
  async function call(name: string, args: object) {
    const { content } = await agent.callTool({ name, arguments: { sessionId, ...args } });
    return (content as { text: string }[]).map(({ text }) => text);
  }
  const trigger = (event: string, payload: object) =>
    call('interact', { actions: [{ type: 'triggerEvent', blockId: 'chat', event, payload }], view: 'full' });
  await call('navigate', { pageId: 'home' });
  await served.open(page);
  await openPlain(page, 'Spring cleaning');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  return { call, trigger };
}

test('the person approves a tool that asks first, and the agent sees the result', async ({
  served,
  page,
}) => {
  const { trigger } = await share(served, page);
  await trigger('onUserMessage', { text: 'delete it' });
  const asked = page.getByRole('region', { name: 'Approve delete_item?' });
  await expect(asked).toContainText('"id": 7');
  await expectAccessible(page);
  expect((await trigger('onApprove', { id: 'approve-c3' })).join()).toContain(
    'Only a person can approve or reject',
  );
  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('log')).toContainText('It is gone.');
  await expect(done(page).first()).toContainText('approved a step in chat');
  const [view, log] = await trigger('onSwitchChange', { key: 'deep', checked: true });
  expect(view).toContain('It is gone.');
  expect(log).toContain('"event":"onApprove"');
});

test('a person writes in the same chat, and rejects what the agent wants', async ({ served, page }) => {
  const { call } = await share(served, page);
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('log')).toContainText('Hello to you.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Message' }).fill('delete it');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('log')).toContainText('It stays.');
  await page.getByRole('button', { name: 'Second' }).click();
  await expect(page.getByRole('button', { name: 'Hello there' })).toBeVisible();
  expect((await call('get_state', {}))[0]).toContain('"conversation":"b"');
});

test('a slow reply is followed, and can be stopped', async ({ served, page }) => {
  await share(served, page);
  await page.getByRole('textbox', { name: 'Message' }).fill('endless story');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Answering…')).toBeVisible();
  await expect(page.getByRole('log')).toContainText('Hello to you.');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Answering…')).toBeHidden();
});
