import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cli } from '../cli/run-cli.ts';
import type { Cleanup } from '../harness.ts';

/** A tool's result: the first text is the result, the second what happened in the meantime. */
export interface Answer {
  text: string;
  note: string;
  structured: unknown;
  isError: boolean;
}

/** A real MCP client of a server with live UIs. */
export interface LiveAgent {
  client: Client;
  /** Of the server; 0 over HTTP. */
  pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** A call that must succeed. */
  ask(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** Runs Lua that must succeed; returns its result. */
  run(code: string, sessionId?: string): Promise<unknown>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
}

const NAME = { name: 'live', version: '1' };
const AUTO = { versionNegotiation: { mode: 'auto' as const } };

/** `tandem mcp` as people start it, and a client at the other end. */
export async function connectStdio(
  cleanup: Cleanup,
  dir: string,
  env: Record<string, string> = {},
): Promise<LiveAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', '--dir', dir],
    env: { PATH: process.env.PATH ?? '', HOME: dir, ...env },
    stderr: 'ignore',
  });
  const client = new Client(NAME, AUTO);
  await client.connect(transport);
  cleanup.add(() => client.close());
  return toAgent(client, transport.pid ?? 0);
}

export async function connectHttp(cleanup: Cleanup, mcpPort: number, key: string): Promise<LiveAgent> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const url = new URL(`http://127.0.0.1:${mcpPort}/mcp`);
  const client = new Client(NAME, AUTO);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  cleanup.add(() => client.close());
  return toAgent(client, 0);
}

function toAgent(client: Client, pid: number): LiveAgent {
  const agent: LiveAgent = {
    client,
    pid,
    async call(name, args = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      const [text = '', note = ''] = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      return { text, note, structured: structuredContent, isError: isError === true };
    },
    async ask(name, args) {
      const answer = await agent.call(name, args);
      if (answer.isError) throw new Error(`${name}: ${answer.text} ${answer.note}`);
      return answer;
    },
    async run(code, sessionId) {
      const { text } = await agent.ask('ui_run', { code, ...(sessionId === undefined ? {} : { sessionId }) });
      return JSON.parse(text) as unknown;
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      return first && 'text' in first ? first.text : '';
    },
  };
  return agent;
}
