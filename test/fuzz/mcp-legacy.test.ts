import { expect, test } from 'vitest';
import { eachCase, tryCase } from './fuzz.ts';
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts';
import { hostileValue, mutateValue } from './hostile.ts';
import { isRequest, type Message, nextMessage } from './mcp-messages.ts';
import { brokenBody, brokenHeaders, postMcp } from './post-mcp.ts';

const VERSION = '2025-11-25';
/** This era takes several messages in one body, which saves most of the time. */
const AT_ONCE = 20;

const headersOf = (server: FuzzedServer) => ({
  Authorization: `Bearer ${server.key}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
});

async function initialize(server: FuzzedServer): Promise<string> {
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const { headers } = await postMcp(server, headersOf(server), body);
  return headers.get('mcp-session-id') ?? '';
}

test('messages of revision 2025-11-25', async () => {
  await using server = await startFuzzedServer();
  let session = await initialize(server);
  let answered = 0;
  const batch: { message: Message; name: string }[] = [];

  async function send(): Promise<void> {
    const sent = batch.splice(0);
    if (sent.length === 0) return;
    const names = `${sent[0]?.name} to ${sent.at(-1)?.name}`;
    const body = JSON.stringify(sent.map(({ message }) => message));
    const headers = { ...headersOf(server), 'Mcp-Session-Id': session, 'Mcp-Protocol-Version': VERSION };
    await tryCase(names, body, async () => {
      const { status, text } = await postMcp(server, headers, body);
      // One that the protocol layer refuses takes the others of its body with it.
      if (status === 400) return;
      expect(status).toBeLessThan(300);
      const ids = new Set([...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? '').id));
      for (const { message } of sent)
        if (!ids.has(message.id)) throw new Error(`no answer to ${JSON.stringify(message)}`);
      answered += sent.length;
    });
    server.check();
  }

  let count = 0;
  for (const { random, name } of eachCase('mcp legacy')) {
    const message = nextMessage(random, server, ++count);
    const isAlone = random.below(10) === 0 || !isRequest(message);
    if (!isAlone) {
      batch.push({ message, name });
      if (batch.length === AT_ONCE) await send();
      continue;
    }
    await send();
    const shape = random.below(4) === 0 ? mutateValue(random, message) : message;
    const body = brokenBody(random, JSON.stringify(random.below(20) === 0 ? hostileValue(random) : shape));
    const headers = brokenHeaders(random, {
      ...headersOf(server),
      'Mcp-Session-Id': session,
      'Mcp-Protocol-Version': VERSION,
    });
    await tryCase(name, { headers: { ...headers, Authorization: '' }, body }, async () => {
      const { status } = await postMcp(server, headers, body);
      if (status === 404 && headers['Mcp-Session-Id'] === session) session = await initialize(server);
    });
    server.check();
  }
  await send();
  expect(answered).toBeGreaterThan(count / 2);
});
