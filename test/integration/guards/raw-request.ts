import { connect } from 'node:net';

/** A request as bytes on the wire: nothing adds, checks or repairs a header. */
export interface RawRequest {
  method?: string;
  /** The request target, as it is sent. */
  path?: string;
  /** Undefined and null leave a header out. */
  headers?: Record<string, string | null | undefined>;
  /** More header lines as they are, to repeat a header. */
  lines?: string[];
  body?: string;
  /** Send the body in chunks instead of declaring its length. */
  chunked?: boolean;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  /** Each Set-Cookie on its own. */
  cookies: string[];
  body: string;
  /** Everything that came, to look for what must not be in it. */
  text: string;
}

const SILENCE_MS = 150_000;

/** Sends a request and reads until the response is complete; for a stream or a WebSocket only the head. */
export function sendRaw(port: number, request: RawRequest, address = '127.0.0.1'): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address);
    let text = '';
    const end = () => {
      const response = parse(text);
      if (response) resolve(response);
      else reject(new Error(`No HTTP answer, but: ${JSON.stringify(text)}`));
      socket.destroy();
    };
    socket.setEncoding('latin1');
    // A server that does not respond at all fails the test at once, instead of blocking all others.
    socket.setTimeout(SILENCE_MS, end);
    socket.on('connect', () => write(socket.write.bind(socket), request));
    socket.on('data', (chunk) => {
      text += chunk;
      if (isWhole(text)) end();
    });
    socket.on('close', end);
    // A server that refuses a body may close while it is still being sent; its first response counts.
    socket.on('error', end);
  });
}

function write(send: (text: string) => boolean, request: RawRequest): void {
  const { method = 'GET', path = '/', headers = {}, lines: more = [], body, chunked } = request;
  const length =
    body === undefined
      ? {}
      : chunked
        ? { 'Transfer-Encoding': 'chunked' }
        : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...length, ...headers }).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}: ${value}`],
  );
  send(`${[`${method} ${path} HTTP/1.1`, ...lines, ...more].join('\r\n')}\r\n\r\n`);
  if (body === undefined) return;
  if (!chunked) return void send(body);
  for (let at = 0; at < body.length; at += 16_384) {
    const part = body.slice(at, at + 16_384);
    send(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
  }
  send('0\r\n\r\n');
}

function isWhole(text: string): boolean {
  const response = parse(text);
  if (!response) return false;
  const { status, headers, body } = response;
  if (status === 101 || status === 204 || headers['content-type']?.startsWith('text/event-stream'))
    return true;
  if (headers['transfer-encoding'] === 'chunked') return body.endsWith('0\r\n\r\n');
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length']);
}

function parse(text: string): RawResponse | undefined {
  const at = text.indexOf('\r\n\r\n');
  if (at < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, at).split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(pairs),
    cookies: pairs.filter(([name]) => name === 'set-cookie').map(([, value]) => value),
    body: text.slice(at + 4),
    text,
  };
}
