import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { test as base, type Page } from '@playwright/test';
import { cleanEnv, cli, runCli, type Serving, serveCli, tempFolder } from '../integration/cli/run-cli.ts';

/** A real server in a separate process, and what a person and agents do with it. */
export interface Served {
  readonly ui: number;
  readonly mcp: number;
  dir: string;
  /** Write `tandem.yaml` and start; `program` instead of ours, with more `args`. */
  start(yaml?: string, options?: { program?: string; args?: string[] }): Promise<void>;
  /** Kills it and starts it again on the same ports; `between` runs while it is down. */
  restart(between?: () => Promise<void>): Promise<void>;
  /** What `tandem open --print` prints. */
  address(): Promise<string>;
  /** Open the page as `tandem open` would. */
  open(page: Page): Promise<void>;
  /** An agent over HTTP, or on the stdio of another process. */
  agent(via?: 'http' | 'stdio', onQuestion?: OnQuestion, era?: 'auto' | 'legacy'): Promise<Client>;
}

/** How an agent's client answers what its person is asked in it; without it, the client shows no questions. */
export type OnQuestion = (
  message: string,
) => Promise<{ action: 'accept'; content: Record<string, unknown> } | { action: 'decline' | 'cancel' }>;

/** Violations of the content security policy, and errors of the page, since it was opened. */
export interface Troubles {
  list: string[];
}

export const test = base.extend<{ served: Served; troubles: Troubles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  served: async ({}, use) => {
    const folder = tempFolder();
    const clients: Client[] = [];
    let serving: Serving | undefined;
    const running = () => {
      if (!serving) throw new Error('Call start() first.');
      return serving;
    };
    const address = async () => (await runCli(['open', '--print', '--dir', folder.path])).stdout.trim();
    await use({
      get ui() {
        return running().ui;
      },
      get mcp() {
        return running().mcp;
      },
      dir: folder.path,
      async start(yaml, { program, args = [] } = {}) {
        if (yaml !== undefined)
          writeFileSync(
            join(folder.path, 'tandem.yaml'),
            yaml.includes('areas:') ? yaml : `areas: [lowdefy]\n${yaml}`,
          );
        serving = await serveCli(folder.path, {
          args: ['--port', '0', '--mcp-port', '0', ...args],
          ...(program === undefined ? {} : { program }),
        });
      },
      async restart(between) {
        const { ui, mcp, stop } = running();
        await stop('SIGKILL');
        await between?.();
        const args = ['--port', String(ui), '--mcp-port', String(mcp)];
        serving = await serveCli(folder.path, { args });
      },
      address,
      open: async (page) => void (await page.goto(await address())),
      async agent(via = 'http', onQuestion, mode = 'auto') {
        const client = new Client(
          { name: 'agent', version: '1.0.0' },
          {
            versionNegotiation: { mode },
            ...(onQuestion ? { capabilities: { elicitation: { form: {} } } } : {}),
          },
        );
        if (onQuestion)
          client.setRequestHandler(
            'elicitation/create',
            async ({ params }) => onQuestion(params.message) as never,
          );
        await client.connect(via === 'http' ? overHttp(running()) : overStdio(folder.path));
        clients.push(client);
        return client;
      },
    });
    for (const client of clients) await client.close().catch(() => {});
    await serving?.stop();
    folder[Symbol.dispose]();
  },

  troubles: async ({ page }, use) => {
    const troubles: Troubles = { list: [] };
    await page.exposeFunction('reportTrouble', (what: string) => troubles.list.push(what));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportTrouble } = window as unknown as { reportTrouble(what: string): void };
        reportTrouble(`${event.violatedDirective}: ${event.blockedURI}`);
      });
    });
    page.on('pageerror', (error) => troubles.list.push(String(error)));
    await use(troubles);
  },
});

function overHttp({ mcp, file }: Serving): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${mcp}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${file('mcp-key')}` } },
  });
}

function overStdio(dir: string): StdioClientTransport {
  const args = [cli, 'mcp', '--dir', dir];
  return new StdioClientTransport({ command: process.execPath, args, env: cleanEnv(), stderr: 'ignore' });
}

export async function createSession(client: Client, name: string, description = ''): Promise<string> {
  const result = await client.callTool({ name: 'session_create', arguments: { name, description } });
  return (result.structuredContent as { sessionId: string }).sessionId;
}

/** Opens a session from the list, in its plain view. */
export async function openPlain(page: Page, name: string): Promise<void> {
  const path = await page.getByRole('link', { name }).getAttribute('href');
  await page.goto(new URL(`${path}?view=plain`, page.url()).href);
}
