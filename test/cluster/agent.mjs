import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Cut, Refused, toContent } from '../faults/http-caller.mjs';
import { createOwnFetch } from './own-fetch.mjs';

const PROXY = /\b50[234]\b|Bad Gateway|Gateway Time-?out|Service Temporarily Unavailable/i;
const LOST =
  /fetch failed|Connection closed|Not connected|timed out|terminated|ECONN|EPIPE|socket|aborted|SSE stream|hang up|premature/i;

/**
 * A real MCP client of one era. After a lost connection it connects again with the next call. A call is `Cut` if there is
 * no response of Tandem, so that it may have been done or not, and `Refused` in Tandem's own words.
 */
export function createAgent({
  url,
  key,
  ca,
  era,
  localAddress,
  timeoutMs = 30_000,
  capabilities,
  onQuestion,
}) {
  const fetch = createOwnFetch({ ca, localAddress });
  let connecting;

  async function connect() {
    const client = new Client(
      { name: `agent-${era}`, version: '1' },
      { capabilities, versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
    );
    client.onerror = () => {};
    if (onQuestion) client.setRequestHandler('elicitation/create', async ({ params }) => onQuestion(params));
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      fetch,
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    });
    await client.connect(transport, { timeout: timeoutMs });
    return client;
  }

  async function drop() {
    const client = await connecting?.catch(() => undefined);
    connecting = undefined;
    await client?.close().catch(() => {});
  }

  return {
    era,
    /** The texts and the structured content of the result. */
    async call(name, args = {}) {
      try {
        connecting ??= connect();
        const client = await connecting;
        const result = await client.callTool({ name, arguments: args }, { timeout: timeoutMs });
        return toContent(result);
      } catch (error) {
        if (error instanceof Refused) throw error;
        await drop();
        const message = `${error.message} ${error.cause?.code ?? ''}`.trim();
        throw PROXY.test(message) || LOST.test(message) ? new Cut(message) : new Refused(message);
      }
    },
    async protocolEra() {
      connecting ??= connect();
      return (await connecting).getProtocolEra();
    },
    async close() {
      await drop();
      fetch.close();
    },
  };
}
