import { TandemError } from '../errors.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { loadConfig, parsePort } from '../server/load-config.ts';
import { createTandem, type Tandem } from '../server/tandem.ts';
import { type Command, dirOption, type Flags } from './command.ts';
import { endProcess } from './end-process.ts';
import { logLevel } from './log-level.ts';
import { quietConsole } from './quiet-console.ts';
import { servedFolder } from './served-folder.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

export const mcpCommand: Command = {
  summary: 'serve one MCP client on stdin and stdout',
  about:
    'Speaks MCP on stdin and stdout; your MCP client starts it. Opens no port, writes no file and builds nothing until the first tool call; then it also serves the status page (see: tandem open). With --http it serves MCP clients over HTTP instead, like "serve"; with --build it only builds, like "build".',
  options: {
    dir: dirOption('the folder to serve'),
    http: { type: 'boolean', help: 'serve MCP over HTTP instead of stdin and stdout' },
    port: {
      type: 'string',
      value: 'N',
      help: 'with --http: the port of MCP and of the page (0 picks free ones)',
    },
    build: { type: 'boolean', help: 'build the Lowdefy apps and report their problems; serve nothing' },
    watch: {
      type: 'boolean',
      help: 'reload Lowdefy apps when their files change (the default)',
    },
    'no-watch': { type: 'boolean', help: 'load an app once and do not reload it' },
  },
  async run(flags) {
    checkMode(flags);
    if (flags.build) return (await import('./build.ts')).buildCommand.run(flags);
    if (flags.http) {
      const port = parsePort(flags.port as string | undefined, '--port');
      const { serveOverHttp } = await import('./serve.ts');
      return serveOverHttp(
        servedFolder(flags),
        { port, mcpPort: port },
        { watch: flags['no-watch'] !== true },
      );
    }
    const dir = servedFolder(flags);
    const level = logLevel();
    const config = await loadConfig(dir, process.env);
    const log = createLogger(level, undefined, config.log.format);
    quietConsole(log);
    const tandem: Tandem = await createTandem({
      dir,
      config,
      env: process.env,
      log,
      watch: flags['no-watch'] !== true,
      onFirstCall: () => void openPage(tandem, log),
    });
    process.on('unhandledRejection', (error) => log.error('unexpected error', error));
    const stdio = await tandem.serveStdio();
    await untilAskedToStop(stdio.ended);
    endProcess(await tandem.close(), log);
    return 0;
  },
};

function checkMode({ http, build, port }: Flags): void {
  if (http && build)
    throw new TandemError(
      'invalid_input',
      '--build only builds and --http serves; choose one. Serving builds the apps too.',
    );
  if (port !== undefined && !http)
    throw new TandemError('invalid_input', `--port needs --http: tandem mcp --http --port ${port}`);
}

/**
 * Let the person watch: bind the ports this folder had last, so that links survive a restart. Where a server
 * of this folder already has them, its page shows these sessions too. The agent's work never fails over it.
 */
async function openPage(tandem: Tandem, log: Logger): Promise<void> {
  if (!tandem.opensAtFirstCall) return;
  try {
    const port = await tandem.openPage();
    if (port !== undefined) log.info(`page at http://localhost:${port}/ (tandem open)`);
  } catch (error) {
    log.warn('the page could not be served; the tools work without it', error);
  }
}
