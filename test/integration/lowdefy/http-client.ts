import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Cleanup } from '../harness.ts';
import { type McpUser, toMcpUser } from './mcp-client.ts';

/** A real client of a server on this machine. */
export async function connectHttp(cleanup: Cleanup, port: number, key: string): Promise<McpUser> {
  const client = new Client({ name: 'operate', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  cleanup.add(() => client.close());
  return toMcpUser(client);
}
