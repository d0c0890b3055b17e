import { expect, test } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { EventReader } from '../../web/page/transport/event-reader.ts';
import { createEventConnection } from './event-connection.ts';

const create = () => createEventConnection({ id: 'x', shown: (text) => text, log: createLogger('silent') });

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const text = await new Response(stream).text();
  return [...new EventReader().read(text)].map(({ name, data }) => `${name} ${data}`);
}

test('nothing follows the close, and those who listen are called once, later', async () => {
  const { socket, stream } = create();
  let closed = 0;
  socket.onClose(() => closed++);
  socket.send('"a"');
  socket.close();
  expect(closed).toBe(0);
  socket.send('"b"');
  socket.close(4001, 'again');
  expect(await readAll(stream)).toEqual([
    'open {"id":"x"}',
    'message "a"',
    'close {"code":1005,"reason":""}',
  ]);
  expect(closed).toBe(1);
});

test('a reader that leaves closes the connection', async () => {
  const { socket, stream, receive } = create();
  const heard: string[] = [];
  socket.onMessage((text) => heard.push(text));
  const closed = new Promise<void>((resolve) => socket.onClose(resolve));
  await stream.cancel();
  await closed;
  socket.send('"a"');
  receive({ first: 0, frames: ['"late"'] });
  expect(heard).toEqual([]);
});

test('frames behind one that closed the connection are not passed on', async () => {
  const { socket, stream, receive } = create();
  const heard: string[] = [];
  socket.onMessage((text) => {
    heard.push(text);
    socket.close(1000, 'enough');
  });
  receive({ first: 0, frames: ['"a"', '"b"'] });
  expect(heard).toEqual(['"a"']);
  expect(await readAll(stream)).toEqual(['open {"id":"x"}', 'close {"code":1000,"reason":"enough"}']);
});
