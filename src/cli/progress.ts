import type { WriteStream } from 'node:tty';

const TICK_MS = 1000;

/** Says on a terminal what takes long, with the seconds, and removes the line afterwards. Elsewhere it says nothing. */
export async function withProgress<T>(
  text: string,
  work: () => Promise<T>,
  stream: Pick<WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<T> {
  if (!stream.isTTY || process.env.TERM === 'dumb') return work();
  const start = Date.now();
  const show = () => {
    const seconds = Math.floor((Date.now() - start) / TICK_MS);
    stream.write(`\r\u001b[K${text} …${seconds > 0 ? ` ${seconds} s` : ''}`);
  };
  show();
  const timer = setInterval(show, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stream.write('\r\u001b[K');
  }
}
