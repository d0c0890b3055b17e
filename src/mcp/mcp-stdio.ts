import { Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '../auth/principal.ts';
import { AreaServer } from './area-server.ts';
import { createDrainingStdio } from './draining-stdio.ts';
import type { McpServices } from './mcp-services.ts';

export interface McpStdio {
  /** Resolves when the client has gone and its calls are answered. */
  ended: Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Serve one client on this process's stdin and stdout, in whichever era it opens with. */
export function serveMcpStdio(services: McpServices, principal: Principal): McpStdio {
  const transport = createDrainingStdio(process.stdin, takeStdout(), {
    patienceMs: PATIENCE_MS,
    work: services.work,
  });
  const handle = serveStdio(
    ({ era }) => new AreaServer(services, { transport: 'stdio', principal, era, lasting: true }),
    { transport, onerror: (error) => services.log.debug('stdio', error.message) },
  );
  const ended = new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
  return { ended, close: () => handle.close() };
}

/** Keep stdout for JSON-RPC: from here on whatever else is written there goes to stderr. */
function takeStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  const wire = new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
  // A client that closes its end while we answer must not end the process with a stack trace.
  process.stdout.on('error', (error) => wire.destroy(error));
  return wire;
}
