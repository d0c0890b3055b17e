import { toPageGround } from '../app/page-ground.ts';
import { openBuild } from '../build/open-build.ts';
import { openChildSide } from './child-side.ts';
import type { AppOptions } from './process-protocol.ts';

/** The process that builds an app, because the app's own code may run then, and reads the facts; then it exits. */
openChildSide(({ log, end }) => ({
  async start(start) {
    const open = await openBuild({ ...(start as AppOptions), log });
    const { facts, buildDirectory } = open;
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
