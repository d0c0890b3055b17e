import { expect, test } from 'vitest';
import { eachCase, inParallel, tryCase } from './fuzz.ts';
import { startFuzzedServer } from './fuzzed-server.ts';
import { hostileValue } from './hostile.ts';
import { nextMessage } from './mcp-messages.ts';
import { brokenBody, brokenHeaders, postMcp } from './post-mcp.ts';

const VERSION = '2026-07-28';

test('messages of revision 2026-07-28', async () => {
  await using server = await startFuzzedServer();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const statuses = new Map<number, number>();
  await inParallel(eachCase('mcp modern'), 8, async ({ random, name }) => {
    const message = nextMessage(random, server, 1);
    const params = message.params as Record<string, unknown> | null;
    const isPlain = params !== null && typeof params === 'object' && !Array.isArray(params);
    const own = isPlain && '_meta' in params ? {} : { _meta: meta };
    const more = random.below(30) === 0 ? { inputResponses: hostileValue(random), requestState: 'x' } : {};
    const sent = isPlain ? { ...message, params: { ...params, ...more, ...own } } : message;
    const body = brokenBody(random, JSON.stringify(sent));
    const called = isPlain && typeof params.name === 'string' ? params.name : undefined;
    const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500);
    const headers = brokenHeaders(random, {
      Authorization: `Bearer ${server.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': VERSION,
      'Mcp-Method': ascii(String(message.method)),
      ...(called === undefined ? {} : { 'Mcp-Name': ascii(called) }),
    });
    await tryCase(name, { headers: { ...headers, Authorization: '' }, body }, async () => {
      const { status } = await postMcp(server, headers, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    server.check();
  });
  // Most of them must get as far as the tools, or this tries nothing.
  expect(statuses.get(200)).toBeGreaterThan((statuses.get(400) ?? 0) / 4);
});
