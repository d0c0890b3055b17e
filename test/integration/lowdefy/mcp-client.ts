import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { LogItem } from '../../../src/lowdefy/bridge/recorder.ts';
import type { Cleanup } from '../harness.ts';
import { linkLowdefy } from './test-lowdefy.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** A tool's result as a client receives it. */
export interface McpAnswer {
  /** The text blocks, in order. */
  texts: string[];
  structured: unknown;
  isError: boolean;
  /** For navigate and interact: the log is the last block. */
  log(): LogItem[];
}

export interface McpUser {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<McpAnswer>;
}

/** The program as people start it, with a real client at the other end. */
export async function connect(
  cleanup: Cleanup,
  dir: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<McpUser> {
  linkLowdefy(dir);
  const client = new Client({ name: 'operate', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--dir', dir, ...args],
    env: { PATH: process.env.PATH ?? '', HOME: dir, ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  cleanup.add(() => client.close());
  return toMcpUser(client);
}

export function toMcpUser(client: Client): McpUser {
  return {
    client,
    async call(name, args = {}) {
      const given = withFullLog(name, args);
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      return {
        texts,
        structured: structuredContent,
        isError: isError === true,
        log: () => JSON.parse(texts.at(-1) ?? '[]') as LogItem[],
      };
    },
  };
}

/** Tests look at single lines of the log, which an agent has to ask for. */
export function withFullLog(tool: string, args: Record<string, unknown>): Record<string, unknown> {
  return tool === 'interact' || tool === 'navigate' ? { log: 'full', ...args } : args;
}
