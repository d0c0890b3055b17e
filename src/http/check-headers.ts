import { HttpError } from '../lib/error-response.ts';

/** More than any client sends; a request with more is an attempt to make us count. */
export const MAX_HEADERS = 200;

/** Headers that decide something. Node takes the first of two, others the last, so that a pair passes one check and not the other. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'cookie',
  'origin',
  'content-type',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-websocket-key',
  'x-tandem-token',
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]);

/** Refuse a request whose headers could be understood in two ways, before anything is decided by them. */
export function checkHeaders(rawHeaders: readonly string[]): void {
  if (rawHeaders.length / 2 > MAX_HEADERS)
    throw new HttpError(431, `The request has more than ${MAX_HEADERS} headers. Send fewer.`);
  const seen = new Set<string>();
  let encoding: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) throw new HttpError(400, `The header "${name}" was sent twice. Send it once.`);
    seen.add(name);
    if (name === 'transfer-encoding') encoding = rawHeaders[at + 1];
  }
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked')
    throw new HttpError(501, 'The only supported Transfer-Encoding is "chunked".');
}
