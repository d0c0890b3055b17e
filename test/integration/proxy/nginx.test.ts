import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { cleanEnv } from '../cli/run-cli.ts';
import { createCleanup } from '../harness.ts';
import { withoutNginx } from './nginx.ts';
import { ANN_KEY, startTeamServer, type TeamServer } from './team-server.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Real clients in a process of their own, which trusts the proxy's certificate. */
async function runClients({ url, certificate }: TeamServer): Promise<Record<string, unknown>> {
  const child = spawn(
    process.execPath,
    ['--import', file('resolve-names.mjs'), file('proxy-client.mjs'), url, ANN_KEY],
    { env: cleanEnv({ NODE_EXTRA_CA_CERTS: certificate }), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (out === '') throw new Error(errors);
  return JSON.parse(out) as Record<string, unknown>;
}

const title = withoutNginx ? `behind nginx (skipped: ${withoutNginx} is not installed)` : 'behind nginx';

describe.skipIf(withoutNginx)(title, () => {
  test.each(['/team/tandem', ''])('with TLS, below "%s", agents and people are served', async (base) => {
    const server = await startTeamServer(cleanup, { base });
    const { url, views } = server;
    expect(server.serving.printed).toContain(`Page: ${url}/\nMCP:  ${url}/mcp\n`);
    const seen = await runClients(server);
    const ask = expect.stringContaining(`${url}/asks/`);
    const tools = expect.arrayContaining(['order_meal', 'ui_display']);
    const host = new URL(url);
    expect(seen).toMatchObject({
      modern: { era: 'modern', tools, text: ask },
      legacy: { era: 'legacy', tools, text: ask },
      sse: { era: 'legacy', tools, text: ask },
      v1: ask,
      cookie: expect.stringMatching(
        new RegExp(`^tandem_page_${host.port}=.*; Path=${base || '/'}; HttpOnly; Secure; SameSite=Lax$`),
      ),
      script: { path: expect.stringMatching(`^${base}/assets/`), status: 200 },
      status: `${url}/mcp`,
      link: expect.stringMatching(`^${url}/asks/`),
      socket: expect.stringContaining('What would you like to eat on SH-auto?'),
      foreignSocket: 403,
      events: expect.stringContaining('data: '),
      answered: 200,
      result: expect.stringContaining('curry'),
      toViews: expect.stringMatching(`^${views}/\\S*[?&]code=`),
      viewsCookie: expect.stringMatching(/^tandem_live_\d+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      view: 200,
      browser: expect.stringContaining(`Ask them to open ${url}/live/`),
    });
  });
});
