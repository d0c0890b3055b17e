import { expect, test } from 'vitest';
import { coloursFor } from './colours.ts';
import { withProgress } from './progress.ts';

function fakeStream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { written, stream: { isTTY, write } as Parameters<typeof withProgress>[2] };
}

test('a terminal shows what takes long, and no trace of it afterwards', async () => {
  const { stream, written } = fakeStream(true);
  expect(await withProgress('Building', async () => 3, stream)).toBe(3);
  expect(written).toEqual(['\r\u001b[KBuilding …', '\r\u001b[K']);
  await expect(withProgress('Building', async () => Promise.reject(new Error('no')), stream)).rejects.toThrow(
    'no',
  );
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('nothing is said elsewhere', async () => {
  const { stream, written } = fakeStream(false);
  await withProgress('Building', async () => 3, stream);
  expect(written).toEqual([]);
});

test('colours are for terminals, unless NO_COLOR is set', () => {
  expect(coloursFor({ isTTY: true }, {}).red('x')).toBe('\u001b[31mx\u001b[39m');
  for (const [isTTY, env] of [
    [false, {}],
    [true, { NO_COLOR: '1' }],
    [true, { TERM: 'dumb' }],
  ] as const)
    expect(coloursFor({ isTTY }, env).red('x')).toBe('x');
});
