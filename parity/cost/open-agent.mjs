import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Text as a model reads it, in tokens of four characters. */
const tokensOf = (text) => text.length / 4;

/** An MCP client on a server of its own that counts what its calls cost. */
export async function openAgent(args, cwd) {
  const client = new Client({ name: 'cost', version: '1.0.0' });
  const transport = { command: process.execPath, args, cwd, stderr: 'ignore' };
  await client.connect(new StdioClientTransport(transport));
  const { tools } = await client.listTools();
  let cost;
  return {
    toolTokens: tokensOf(JSON.stringify(tools)),
    async call(name, given) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const text = content.map((part) => part.text ?? '').join('\n');
      if (isError) throw new Error(`${name} ${JSON.stringify(given)}: ${text}`);
      cost.calls++;
      cost.read += tokensOf(text);
      cost.written += tokensOf(JSON.stringify(given));
      return text;
    },
    /** What `work` costs. */
    async measure(work) {
      cost = { calls: 0, read: 0, written: 0, ms: 0 };
      const start = performance.now();
      await work();
      cost.ms = performance.now() - start;
      return cost;
    },
    close: () => client.close(),
  };
}
