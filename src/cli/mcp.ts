import type { LogLevel } from '../lib/logger.ts';
import { createLogger } from '../lib/logger.ts';
import { type Command, dirOption } from './command.ts';
import { loadConfig } from './load-config.ts';
import { servedFolder } from './served-folder.ts';
import { createTandem } from './tandem.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

export const mcpCommand: Command = {
  summary: 'serve one MCP client on stdin and stdout',
  about: 'Speaks MCP on stdin and stdout. Until the first tool call it binds, writes and builds nothing.',
  options: { dir: dirOption },
  async run(flags) {
    const dir = servedFolder(flags);
    const log = createLogger((process.env.TANDEM_LOG as LogLevel | undefined) ?? 'info');
    const tandem = await createTandem({
      dir,
      config: await loadConfig(dir, process.env),
      env: process.env,
      log,
    });
    process.on('unhandledRejection', (error) => log.error('unexpected error', error));
    const stdio = await tandem.serveStdio();
    await untilAskedToStop(stdio.ended);
    await tandem.close();
    // Whatever still holds the process (a stuck call, a stray timer of a library) must not outlive its client.
    process.exit(0);
  },
};
