import type { Duplex } from 'node:stream';

/** JSON messages between two processes, one per line. */
export interface MessagePipe {
  /** `onWritten`: it has been sent, whatever this process does next. */
  send(message: object, onWritten?: () => void): void;
}

/**
 * With Node's own channel between processes, a message that is not JSON ends the server. Here `onFault` receives it,
 * and every other failure that a message causes.
 */
export function openMessagePipe(
  stream: Duplex,
  receive: (message: never) => void,
  onFault: (error: Error) => void,
): MessagePipe {
  const parts: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    for (const next of others) {
      const line = parts.splice(0).join('');
      parts.push(next);
      try {
        receive(JSON.parse(line) as never);
      } catch (error) {
        onFault(error as Error);
      }
    }
  });
  // The end of the other process is noticed elsewhere.
  stream.on('error', () => {});
  return {
    send(message, onWritten) {
      if (stream.writable) stream.write(`${JSON.stringify(message)}\n`, onWritten && (() => onWritten()));
    },
  };
}
