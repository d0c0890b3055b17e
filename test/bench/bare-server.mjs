// The reference: the smallest server one would write with the SDK alone. `stdio`, or `http` (prints its port).
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

function build() {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool(
    'noop',
    { title: 'No-op', description: 'Does nothing.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
}

if (process.argv[2] === 'stdio') serveStdio(build);
else {
  const handle = toNodeHandler(createMcpHandler(build));
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}
