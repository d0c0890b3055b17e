import { TandemError } from '../errors.ts';
import { createLogger } from '../lib/logger.ts';
import { findApps } from '../server/find-projects.ts';
import { loadAppWithSettings } from '../server/load-app-with-settings.ts';
import { loadConfig, readConfig } from '../server/load-config.ts';
import { type Command, dirOption } from './command.ts';
import { logLevel } from './log-level.ts';
import { servedFolder } from './served-folder.ts';

export const buildCommand: Command = {
  summary: 'build the Lowdefy apps in a folder and report their problems',
  about:
    'Builds the same as "mcp" and "serve" do when they start, and reports what is wrong, with file and line. Exits with code 2 if an app cannot be built.',
  options: { dir: dirOption('the folder with the apps') },
  async run(flags) {
    const dir = servedFolder(flags);
    const config = await loadConfig(dir, process.env);
    const log = createLogger(logLevel());
    const apps = Object.entries(findApps(dir));
    if (apps.length === 0)
      throw new TandemError(
        'invalid_config',
        `No Lowdefy app found in ${dir}: no lowdefy.yaml there or one folder down. Choose the app's folder with --dir.`,
      );
    let broken = 0;
    for (const [name, folder] of apps) {
      try {
        const app = await loadAppWithSettings(folder, { dir, config, readConfig, env: process.env, log });
        await app.close();
        console.log(`ok     ${name}: ${app.pages.length} pages, in ${app.buildDirectory}`);
      } catch (error) {
        if (!(error instanceof TandemError)) throw error;
        broken++;
        console.log(`wrong  ${name}: ${error.message}`);
      }
    }
    return broken === 0 ? 0 : 2;
  },
};
