import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Cut, Refused, toContent } from './http-caller.mjs';
import { cli } from './server.mjs';

/** Errors of the SDK itself, about a connection rather than a call. */
const LOST =
  /fetch failed|Connection closed|Not connected|Request timed out|terminated|ECONN|EPIPE|socket|aborted|SSE stream/i;

/** The official client of the older revisions; it reconnects when its connection is lost. */
function createSdkCaller(makeTransport, { server, patienceMs }) {
  let connecting;
  const drop = async () => {
    const client = await connecting?.catch(() => undefined);
    connecting = undefined;
    await client?.close().catch(() => {});
  };
  const connect = async () => {
    const client = new Client({ name: 'faults', version: '1' });
    client.onerror = () => {};
    await client.connect(makeTransport(), { timeout: patienceMs });
    return client;
  };
  return {
    server,
    async call(name, args, { timeoutMs = patienceMs, cutAfterMs } = {}) {
      try {
        connecting ??= connect().catch((error) => {
          connecting = undefined;
          throw error;
        });
        const client = await connecting;
        const timeout = cutAfterMs ?? timeoutMs;
        return toContent(await client.callTool({ name, arguments: args }, undefined, { timeout }));
      } catch (error) {
        if (error instanceof Refused) throw error;
        // A call that took too long says nothing about the connection: no client would end its server for it.
        const isSlow = /Request timed out/.test(error.message) && connecting !== undefined;
        if (!isSlow || (cutAfterMs !== undefined && server)) await drop();
        const isLost = LOST.test(`${error.message} ${error.cause?.code ?? ''}`);
        throw isLost ? new Cut(error.message) : new Refused(error.message);
      }
    },
    close: drop,
  };
}

export function createLegacyCaller(server) {
  return createSdkCaller(
    () =>
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${server.key}` } },
      }),
    { server, patienceMs: 20_000 },
  );
}

/** A separate process on the same folder; there is no other to switch to, so the wait is longer. */
export function createStdioCaller(dir) {
  const args = [cli, 'mcp', '--dir', dir];
  return createSdkCaller(
    () => new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
    { patienceMs: 120_000 },
  );
}
