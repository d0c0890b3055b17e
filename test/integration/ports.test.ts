import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copyFlights } from './ask/flights.ts';
import { createCleanup, eventually, fileAppears, tempDir } from './harness.ts';
import { type Answer, listeningOf, type StdioProcess, startStdio } from './stdio-process.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const portIn = (dir: string, name: string) => Number(readFileSync(join(dir, '.tandem', name), 'utf8'));
const portsIn = (dir: string) => ['ui-port', 'mcp-port'].map((name) => portIn(dir, name));
const addressesOf = ({ pid }: StdioProcess) => listeningOf(pid).sort();
const addresses = (ports: number[]) => ports.map((port) => `127.0.0.1:${port}`).sort();

async function start(dir: string): Promise<StdioProcess> {
  const server = startStdio(cleanup, dir, 'cli');
  await server.initialize();
  return server;
}

/** The port in the link where the person answers. */
async function askedAt(server: StdioProcess): Promise<number> {
  const answer: Answer = await server.call('book_flight', { from: 'New York', destination: 'Lisbon' });
  const { url } = JSON.parse(answer.result?.content?.[0]?.text ?? '') as { url: string };
  return Number(new URL(url).port);
}

test.runIf(process.platform === 'linux')(
  'links to questions lead to the process that has the page, whichever asks',
  async () => {
    const dir = tempDir(cleanup);
    copyFlights(dir);
    const first = await start(dir);
    const port = await askedAt(first);
    await eventually('the page', () => addressesOf(first).length === 2);
    expect(portIn(dir, 'ui-port')).toBe(port);

    const second = await start(dir);
    expect(await askedAt(second)).toBe(port);
    // It has a page to point to, and needs none of its own.
    expect(addressesOf(second)).toEqual([]);
    expect(portsIn(dir)).toContain(port);

    first.kill('SIGKILL');
    await first.exited;
    // On the ports of the one that is gone, so that its links keep working.
    expect(await askedAt(second)).toBe(port);
    expect(addressesOf(second)).toEqual(addresses(portsIn(dir)));
  },
);

test.runIf(process.platform === 'linux')(
  'a server whose last ports are taken by another program takes others, and says which',
  async () => {
    const dir = tempDir(cleanup);
    copyFlights(dir);
    const before = await start(dir);
    await askedAt(before);
    await fileAppears(join(dir, '.tandem/mcp-port'));
    const taken = portsIn(dir);
    before.kill('SIGKILL');
    await before.exited;
    await Promise.all(taken.map(occupy));
    const after = await start(dir);
    const port = await askedAt(after);
    expect(taken).not.toContain(port);
    expect(portIn(dir, 'ui-port')).toBe(port);
    expect(addressesOf(after)).toEqual(addresses(portsIn(dir)));
  },
);

/** A program that holds a port and closes every connection. */
async function occupy(port: number): Promise<void> {
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  cleanup.add(() => new Promise((resolve) => server.close(resolve)));
}
