import { TandemError } from '../errors.ts';
import type { Ports } from '../http/http-options.ts';
import { createLogger, type LogFormat, type Logger } from '../lib/logger.ts';
import { loadConfig, type Overrides, parseLogFormat, parsePort } from '../server/load-config.ts';
import { requestPageUrl } from '../server/page-url.ts';
import { toReach } from '../server/reach.ts';
import { createTandem, type Tandem } from '../server/tandem.ts';
import type { TandemFolder } from '../server/tandem-folder.ts';
import { toClientConfig } from './client-config.ts';
import { type Command, dirOption } from './command.ts';
import { endProcess } from './end-process.ts';
import { logLevel } from './log-level.ts';
import { quietConsole } from './quiet-console.ts';
import { servedFolder } from './served-folder.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

export const serveCommand: Command = {
  summary: 'serve people in the browser, and MCP clients over HTTP',
  about:
    'Binds the UI port (pages, files, WebSockets) and the MCP port (/mcp, /sse, /message), on loopback by default.',
  options: {
    dir: dirOption('the folder to serve'),
    port: { type: 'string', value: 'N', help: 'the UI port (default 8000; 0 picks a free one)' },
    'mcp-port': {
      type: 'string',
      value: 'N',
      help: 'the MCP port (default 8001; may be the UI port)',
    },
    watch: {
      type: 'boolean',
      help: 'reload Lowdefy apps when their files change; sessions continue on the new build',
    },
    'log-format': {
      type: 'string',
      value: 'F',
      help: 'text (the default), or json: one object per line, with an access log',
    },
    host: {
      type: 'string',
      value: 'H',
      help: 'the address to bind (default 127.0.0.1; others need mcp.auth)',
    },
  },
  async run(flags) {
    const logFormat = parseLogFormat(flags['log-format'] as string | undefined, '--log-format');
    const ports = {
      host: flags.host as string | undefined,
      port: parsePort(flags.port as string | undefined, '--port'),
      mcpPort: parsePort(flags['mcp-port'] as string | undefined, '--mcp-port'),
    };
    return serveOverHttp(servedFolder(flags), ports, { watch: flags.watch === true, logFormat });
  },
};

/** Serves pages and MCP over HTTP until it is asked to stop; returns the exit code. */
export async function serveOverHttp(
  dir: string,
  overrides: Overrides,
  { watch, logFormat }: { watch: boolean; logFormat?: LogFormat | undefined },
): Promise<number> {
  const level = logLevel();
  const env = logFormat === undefined ? process.env : { ...process.env, TANDEM_LOG_FORMAT: logFormat };
  const config = await loadConfig(dir, env, overrides);
  const log = createLogger(level, undefined, config.log.format);
  quietConsole(log);
  const tandem = await createTandem({ dir, config, env: process.env, log, watch });
  const { ports } = await begin(tandem, watch, log).catch(async (error: unknown) => {
    // What is already running (threads, watchers) would keep the process alive.
    await tandem.close();
    throw error;
  });
  process.on('unhandledRejection', (error) => log.error('unexpected error', error));
  // Where localhost does not lead to the bound address the server is up all the same; only the code is missing.
  const { address } = toReach(config.http);
  const mcpUrl = address?.pageUrl('/mcp') ?? `http://127.0.0.1:${ports.mcp}/mcp`;
  const pageUrl = await requestPageUrl(tandem.folder, ports.ui, process.env).catch(
    () => address?.pageUrl('/') ?? `http://localhost:${ports.ui}/`,
  );
  const key = clientKey(config.mcp.auth?.type, tandem.folder);
  // Before anything is printed: its reader may stop us at once.
  const stop = untilAskedToStop();
  process.stdout.write(`Page: ${pageUrl}\nMCP:  ${mcpUrl}\n\n${toClientConfig(mcpUrl, key)}\n`);
  await stop;
  endProcess(await tandem.close(), log);
  return 0;
}

async function begin(tandem: Tandem, watch: boolean, log: Logger): Promise<{ ports: Ports }> {
  // Serving is an explicit start: what cannot be loaded is said now, not to the first agent.
  await tandem.start().catch((error: unknown) => {
    // An app that is being worked on can be fixed while it is served.
    if (!watch || !(error instanceof TandemError)) throw error;
    log.error(error.message);
  });
  const { ports } = await tandem.listen();
  tandem.folder.writePorts(ports);
  await tandem.launch();
  return { ports };
}

/** What a client must send: the key made here, or one of those that were configured, which only their holders know. */
function clientKey(auth: string | undefined, folder: TandemFolder): string | undefined {
  if (auth === undefined) {
    const key = folder.secret('mcp-key');
    // Output without a terminal ends up in some log, where a key does not belong.
    return process.stdout.isTTY ? key : '<the key in .tandem/mcp-key>';
  }
  return auth === 'none' ? undefined : `<your ${auth === 'jwt' ? 'token' : 'key'}>`;
}
