import { loadConfig } from '../../dist/cli/load-config.js';
import { createTandem } from '../../dist/cli/tandem.js';
import { untilAskedToStop } from '../../dist/cli/until-asked-to-stop.js';
import { createLogger } from '../../dist/lib/logger.js';
import { createFixtureArea } from './fixture-area.mjs';

/* `node fixture-server.mjs DIR`: the fixture tools on stdio, as `tandem mcp` serves those of a folder. */

const dir = process.argv[2];
const tandem = await createTandem({
  dir,
  config: { ...(await loadConfig(dir, {})), areas: ['operate'] },
  env: {},
  log: createLogger('info'),
  areas: [createFixtureArea(dir)],
});
const stdio = await tandem.serveStdio();
await untilAskedToStop(stdio.ended);
await tandem.close();
process.exit(0);
