import { expect, test } from 'vitest';
import { withEventTransport } from './with-event-transport.ts';

const SWITCH = '<meta name="tandem-transport" content="events">';
const html = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });

test.each([
  ['<!doctype html><html><head><title>x</title>', `<!doctype html><html><head>${SWITCH}<title>x</title>`],
  ['<HEAD class="$&">', `<HEAD class="$&">${SWITCH}`],
  ['<!doctype html><header>x</header>', `<!doctype html>${SWITCH}<header>x</header>`],
  ['<p>x</p>', `${SWITCH}<p>x</p>`],
])('%s', async (given, told) => {
  expect(await (await withEventTransport(html(given))).text()).toBe(told);
});

test('other responses are left alone', async () => {
  const response = Response.json('<head>');
  expect(await withEventTransport(response)).toBe(response);
});
