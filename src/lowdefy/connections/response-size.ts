import { TandemError } from '../../errors.ts';

const MB = 1024 * 1024;

/**
 * Refuse a response that is too big, before it is copied to the page, to the session's file and to whoever reads it:
 * each of those costs several times its size.
 */
export function checkResponseSize(response: unknown, maxMb: number): void {
  const size = sizeOf(response);
  if (size > maxMb * MB) throw tooBig(`about ${Math.ceil(size / MB)} MB`, maxMb);
}

export function tooBig(size: string, maxMb: number): TandemError {
  return new TandemError(
    'limit_reached',
    `its response has ${size}, and mcp.limits.maxResponseMb is ${maxMb}. Request fewer rows or columns, or raise the limit`,
  );
}

/** Of the value as JSON, roughly: without writing it, which is what must not happen. */
function sizeOf(value: unknown): number {
  let size = 0;
  // Not by recursion: a response can be nested deeper than the stack.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') size += next.length + 3;
    else if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (ArrayBuffer.isView(next)) size += next.byteLength;
    else if (typeof next !== 'object' || next === null || next instanceof Date) size += 8;
    else
      for (const [key, inner] of Object.entries(next)) {
        size += key.length + 4;
        open.push(inner);
      }
  }
  return size;
}
