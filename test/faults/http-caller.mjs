import { Agent, request } from 'node:http';

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'faults', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** No response, or an incomplete one: the request may have been processed or not. */
export class Cut extends Error {}

/** The server refused. */
export class Refused extends Error {}

/**
 * Calls of the newest revision, checked down to status and body. `cutAfterMs` destroys the connection during the
 * call.
 */
export function createHttpCaller(server) {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  return {
    server,
    async call(name, args, { timeoutMs = 20_000, cutAfterMs } = {}) {
      const params = { name, arguments: args, _meta: META };
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params });
      const headers = {
        Authorization: `Bearer ${server.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': VERSION,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name,
      };
      const options = { host: '127.0.0.1', port: server.port, path: '/mcp', method: 'POST', headers, agent };
      const { status, text } = await post(options, body, cutAfterMs ?? timeoutMs);
      return toResult(status, text);
    },
    close: () => agent.destroy(),
  };
}

function post(options, body, afterMs) {
  return new Promise((resolve, reject) => {
    const cut = (error) => {
      clearTimeout(timer);
      reject(new Cut(error.message));
    };
    const sent = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('error', cut);
      answer.on('end', () => {
        clearTimeout(timer);
        resolve({ status: answer.statusCode, text });
      });
    });
    const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), afterMs);
    sent.on('error', cut);
    sent.end(body);
  });
}

function toResult(status, text) {
  const line = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((one) => one.startsWith('data: {'))
        ?.slice('data: '.length);
  if (line === undefined) throw new Refused(`${status}: ${text}`);
  const { result, error } = JSON.parse(line);
  if (error)
    throw new Refused(typeof error === 'string' ? error : String(error.message ?? JSON.stringify(error)));
  return toContent(result);
}

/** The texts of a result; a failure of the tool, or of an action in it, is thrown. */
export function toContent({ content = [], structuredContent, isError }) {
  const texts = content.map(({ text }) => text ?? '');
  if (isError) throw new Refused(texts.join('\n'));
  const failed = /"success":\s*false.*?"error":\s*"((?:[^"\\]|\\.)*)"/s.exec(texts.at(-1) ?? '');
  if (failed) throw new Refused(JSON.parse(`"${failed[1]}"`));
  return { texts, structured: structuredContent };
}
