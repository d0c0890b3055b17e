import { endProcess } from '../../dist/cli/end-process.js';
import { untilAskedToStop } from '../../dist/cli/until-asked-to-stop.js';
import { createLogger } from '../../dist/lib/logger.js';
import { loadConfig } from '../../dist/server/load-config.js';
import { createTandem } from '../../dist/server/tandem.js';
import { createFixtureArea } from './fixture-area.mjs';

/* `node fixture-server.mjs DIR [http]`: the fixture tools on stdio, as `tandem mcp` serves those of a folder, or over HTTP. */

const [, , dir, transport] = process.argv;
const log = createLogger('info');
const tandem = await createTandem({
  dir,
  config: { ...(await loadConfig(dir, {})), areas: ['lowdefy'] },
  env: {},
  log,
  areas: [createFixtureArea(dir)],
});
let ended;
if (transport === 'http') {
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  process.stdout.write(`${JSON.stringify({ ...ports, key: tandem.folder.secret('mcp-key') })}\n`);
} else ended = (await tandem.serveStdio()).ended;
await untilAskedToStop(ended);
endProcess(await tandem.close(), log);
