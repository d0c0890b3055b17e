import { TandemError } from '../../errors.ts';

const MB = 1024 * 1024;

/**
 * Refuses an oversized response before it is copied to the page, the session's file and every reader, each of which
 * costs several times its size.
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

/** The approximate size as JSON, without writing it, which is what must not happen. */
function sizeOf(value: unknown): number {
  let size = 0;
  // Not recursive: a response can be nested deeper than the stack.
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
