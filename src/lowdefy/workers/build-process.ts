import { openBuild } from '../app/open-build.ts';
import { toPageGround } from '../app/page-ground.ts';
import { openChildSide } from './child-side.ts';
import type { AppOptions } from './process-protocol.ts';

/** The process that builds an app, since the app's own code may run then, and reads the facts; it ends after that. */
openChildSide(({ log, end }) => ({
  async start(start) {
    const open = await openBuild({ ...(start as AppOptions), log });
    const { facts, buildDirectory } = open;
    const build = { buildDirectory, buildId: facts.buildId };
    return { kind: 'ready', built: { facts, build, ground: toPageGround(open) } };
  },
  close: end,
}));
