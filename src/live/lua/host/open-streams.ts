import type { HostFunction, LuaScalar } from '../lua-vm.ts';
import { answering } from './answering.ts';

/** A file, or a command with its output or input. */
export interface OpenStream {
  read(length: number): Uint8Array;
  write(bytes: Uint8Array): void;
  seek(whence: string, offset: number): number;
  close(): LuaScalar | LuaScalar[];
}

const MAX_OPEN = 200;

/** The streams that app code has open, by number. */
export function createOpenStreams() {
  const streams = new Map<number, OpenStream>();
  let last = 0;
  const get = (id: LuaScalar | undefined): OpenStream => {
    const stream = streams.get(Number(id));
    if (!stream) throw new Error('attempt to use a closed file');
    return stream;
  };
  const functions: Record<string, HostFunction> = {
    'file.read': answering((id, length) => get(id).read(Number(length))),
    'file.write': answering((id, data) => {
      get(id).write(data instanceof Uint8Array ? data : Buffer.from(String(data)));
      return true;
    }),
    'file.seek': answering((id, whence, offset) => get(id).seek(String(whence), Number(offset))),
    'file.close': answering((id) => {
      const stream = get(id);
      streams.delete(Number(id));
      return stream.close();
    }),
  };
  return {
    functions,
    add(stream: OpenStream): number {
      if (streams.size >= MAX_OPEN) {
        stream.close();
        throw new Error(`${MAX_OPEN} files are open; close some`);
      }
      last++;
      streams.set(last, stream);
      return last;
    },
    closeAll(): void {
      for (const stream of streams.values()) stream.close();
      streams.clear();
    },
  };
}
