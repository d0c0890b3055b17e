import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup, tempDir } from '../harness.ts';
import { asPerson, call, connectAgent, type Person } from './mounted-server.ts';
import { EXAMPLES, runExample } from './run-example.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** The first message of a stream of events. */
async function firstEvent(person: Person, path: string): Promise<string> {
  const headers = { 'X-Tandem-Token': await person.token() };
  const response = await person.send('POST', `/api/events${path}`, { body: {}, headers });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const message = /^data: (.*)\n\n/m.exec(text.replace(/^event: .*\ndata: .*\n\n/gm, ''))?.[1];
    if (message !== undefined) return message;
  }
  return `${response.status} ${text}`;
}

describe.each(Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[])('the %s example', (name) => {
  test('serves agents and people of its own, and keeps them apart', async () => {
    const server = await runExample(name, tempDir(cleanup));
    cleanup.add(() => server.stop());
    const agent = await connectAgent(cleanup, server, 'ada');
    const { text } = await call(agent, 'order_cake', { cake: 'cheesecake' });
    const [link = ''] = /http\S*\/asks\/[\w-]+/.exec(text) ?? [];
    expect(link, text).toContain(`${server.url}/asks/`);
    const path = link.slice(server.url.length);

    const [ada, bob] = [asPerson(server, 'ada'), asPerson(server, 'bob')];
    const page = await (await ada.send('GET', path, { headers: { Accept: 'text/html' } })).text();
    const [, script = ''] = /src="(\/tandem\/assets\/[^"]+)"/.exec(page) ?? [];
    expect((await ada.send('GET', script.slice('/tandem'.length))).status).toBe(200);
    expect(page.includes('name="tandem-transport" content="events"')).toBe(name === 'next');

    const first = (person: Person) =>
      name === 'next' ? firstEvent(person, `/ws${path}`) : person.listen(`/ws${path}`);
    expect(await first(ada)).toContain('Which size of cheesecake?');
    expect(await first(bob)).toContain('Question not found');

    const answer = async (person: Person) =>
      person.send('POST', `/api${path}`, {
        body: { action: 'accept', content: { size: 'large' } },
        headers: { 'X-Tandem-Token': await person.token() },
      });
    expect((await answer(bob)).status).toBe(404);
    expect((await answer(ada)).status).toBe(200);

    const stranger = asPerson(server, 'eve');
    expect((await stranger.send('GET', '/', { headers: { Accept: 'text/html' } })).status).toBe(302);
    expect((await stranger.send('GET', '/api/status')).status).toBe(401);
    await expect(connectAgent(cleanup, server, 'eve')).rejects.toThrow();
  });
});
