// Tandem with one more tool that does nothing. `stdio`, or `http` (prints its port); the folder is the second argument.
import { z } from 'zod';
import { createLogger, createTandem, defineTool, loadConfig } from '../../dist/index.js';

const noop = defineTool({
  name: 'noop',
  title: 'No-op',
  description: 'Does nothing.',
  input: z.strictObject({ text: z.string() }),
  handle: ({ text }) => ({ text }),
});

const [, , transport, dir] = process.argv;
const config = await loadConfig(dir, process.env);
config.mcp.limits.requestsPerMinute = 1_000_000;
const tandem = await createTandem({
  dir,
  config,
  env: process.env,
  log: createLogger('warn'),
  areas: [{ name: 'bench', tools: [noop] }],
});
if (transport === 'stdio') {
  const stdio = await tandem.serveStdio();
  await stdio.ended;
  await tandem.close();
} else {
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  console.log(ports.mcp, tandem.folder.secret('mcp-key'));
}
