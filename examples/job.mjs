// A scripted agent does a small job through a real MCP client over stdio, and prints what was said.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const here = fileURLToPath(new URL('.', import.meta.url));
const tandem = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const client = new Client(
  { name: 'scripted-agent', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
);
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [tandem, 'mcp', '--dir', here],
    stderr: 'inherit',
  }),
);

async function call(name, args) {
  console.log(`Agent → ${name}(${JSON.stringify(args)})`);
  const result = await client.callTool({ name, arguments: args });
  for (const block of result.content) if (block.type === 'text') console.log(`      ← ${block.text}`);
  if (result.isError) throw new Error(`${name} failed`);
  return result.structuredContent;
}

try {
  const { sessionId } = await call('session_create', { name: 'Hello', description: 'The first session' });
  const { sessions } = await call('session_list', { query: 'Hello', status: 'open' });
  if (!sessions.some((session) => session.sessionId === sessionId))
    throw new Error('the session did not come back');
  await call('session_close', { sessionId });
  console.log('Done: the session was made, read back and closed; its history is kept.');
} finally {
  await client.close();
}
