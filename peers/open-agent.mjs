import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { processTree } from '../test/faults/process-tree.mjs';

/** Text as a model reads it, in tokens of four characters. */
const tokensOf = (text) => text.length / 4;

/** An MCP client on a server of its own that counts what its calls cost. */
export async function openAgent(args, { cwd, env } = {}) {
  const client = new Client({ name: 'peers', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { pid } = transport;
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
      cost = { calls: 0, read: 0, written: 0, ms: 0, mb: 0 };
      const start = performance.now();
      await work();
      cost.ms = performance.now() - start;
      cost.mb = processTree(pid).reduce((sum, id) => sum + proportionalMb(id), 0);
      return cost;
    },
    close: () => client.close(),
  };
}

/** Memory of a process; what it shares with others is counted in proportion. */
function proportionalMb(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
