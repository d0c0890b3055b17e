import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from '../../integration/cli/run-cli.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { test, writeFiles } from './chat-test.ts';

/** Another program that serves its own tool. */
const PROGRAM = `
import { createLogger, createTandem, loadConfig } from '${root}/dist/index.js';
import { createMcpTool, createScriptedModel } from '${root}/dist/ask/index.js';
import { z } from '${root}/node_modules/zod/index.js';

const sign = createMcpTool('sign').description('Has something signed.').parameters(z.object({}))
  .elicits({ name: { response: z.object({ name: z.string() }), context: z.object({ terms: z.array(z.string()) }) } })
  .execute(function* (_, ctx) {
    const message = 'Will you **sign**?\\n\\nYou cannot take it back:\\n\\n- not today\\n- not tomorrow';
    const { content } = yield* ctx.elicit('name', { message, terms: ['Be kind', 'Be on time'] });
    return 'signed by ' + content?.name;
  });
const dir = process.argv[4];
const model = createScriptedModel(({ isToolResult, text }) => isToolResult ? 'So: ' + text : { tool: 'sign', input: {} });
const config = await loadConfig(dir, {}, { port: 0, mcpPort: 0 });
const client = new URL('./own/sign.tsx', import.meta.url);
const tandem = await createTandem({ dir, config, env: {}, log: createLogger('warn'), model, tools: [{ tool: sign, client }] });
await tandem.start();
const { ports } = await tandem.listen();
tandem.folder.writePorts(ports);
tandem.folder.secret('mcp-key');
process.on('SIGTERM', () => tandem.close().then(() => process.exit(0)));
process.stdout.write('mcpServers }\\n\\n');
`;

const FILES = {
  'program.mjs': PROGRAM,
  'own/sign.tsx': `
    import { makePlugin } from 'tandem-mcp/ask/client';
    import { Terms } from './terms.tsx';
    export const plugin = makePlugin('sign').onElicit({
      *name(req, ctx) {
        return { action: 'accept', content: yield* ctx.render(Terms, { terms: req.terms }) };
      },
    }).build();`,
  'own/terms.tsx': `
    export function Terms({ terms, onRespond, disabled, response }) {
      return (
        <fieldset disabled={disabled}>
          <ol>{terms.map((term) => <li key={term}>{term}</li>)}</ol>
          <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
            {response ? 'Signed' : 'Sign as Ann'}
          </button>
        </fieldset>
      );
    }`,
};

test('a tool from code has its own component in the chat, below its whole question', async ({
  served,
  chat,
  page,
  troubles,
}) => {
  writeFiles(served.dir, FILES);
  await served.start(undefined, { program: join(served.dir, 'program.mjs') });
  await chat.open();
  await chat.say('go');
  const card = page.getByRole('region', { name: 'Will you sign?' });
  await expect(card.locator('strong')).toHaveText('sign');
  await expect(card.getByText('You cannot take it back:')).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'not tomorrow' })).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'Be kind' })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Sign as Ann' }).click();
  await expect(chat.messages).toContainText('So: signed by Ann');
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled();
  expect(troubles.list).toEqual([]);
});

test('a tool from code has its own component at the address of its question', async ({ served, page }) => {
  writeFiles(served.dir, FILES);
  await served.start(undefined, { program: join(served.dir, 'program.mjs') });
  const agent = await served.agent();
  const asked = await agent.callTool({ name: 'sign' });
  const { askId, url } = JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as {
    askId: string;
    url: string;
  };
  await served.open(page);
  await page.goto(url);
  await expect(page.locator('.td-question').getByRole('listitem')).toHaveText(['not today', 'not tomorrow']);
  await page.getByRole('button', { name: 'Sign as Ann' }).click();
  await expect(page.getByText('The tool has finished.')).toBeVisible();
  const result = await agent.callTool({ name: 'ask_result', arguments: { askId } });
  expect(result.structuredContent).toMatchObject({ result: 'signed by Ann' });
});
