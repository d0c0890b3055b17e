import { toPageGround } from '../app/page-ground.ts';
import { openBuild } from '../build/open-build.ts';
import { checkConfig } from '../check/check-config.ts';
import { withFindings } from '../check/with-build-failure.ts';
import { openChildSide } from './child-side.ts';
import type { AppOptions } from './process-protocol.ts';

/** The process that builds an app, because the app's own code may run then, and reads the facts; then it exits. */
openChildSide(({ log, end }) => ({
  async start(start) {
    const options = start as AppOptions;
    const open = await openBuild({ ...options, log }).catch(async (error: unknown) => {
      throw options.check ? await withFindings(error, { ...options, log }) : error;
    });
    const { facts, buildDirectory, finder, files } = open;
    const { dir, roles } = options;
    if (options.check)
      facts.findings = await checkConfig({ dir, roles, finder, built: files, log }).catch(
        (error: unknown) => {
          // The app works, whatever the check makes of it.
          log.warn(`The app in ${dir} could not be checked`, error);
          return [];
        },
      );
    const ground = toPageGround(open);
    if (!ground.readable)
      log.warn(
        `Node ${process.version} cannot confine the page code of the app in ${facts.dir} with its permission model. The code runs without secrets, but with this user's access to files and programs.`,
      );
    const build = { buildDirectory, buildId: facts.buildId };
    return { kind: 'ready', built: { facts, build, ground } };
  },
  close: end,
}));
