import type { Random } from '../random.mjs';
import { expectNoInternalError } from './fuzz.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { hostileText, mutateText } from './hostile.ts';

/** What stands between the parts of JSON. */
const PIECES = [
  '{',
  '[',
  '"',
  '\\',
  ',',
  ':',
  '\\u0000',
  '\\ud800',
  'e',
  '-',
  '\u00e9',
  '}',
  ']',
  '{"a":',
  '[[',
];

/** A body that is not quite the message. */
export function brokenBody(random: Random, body: string): string {
  return random.below(20) === 0 ? mutateText(random, body, PIECES) : body;
}

/** One header wrong now and then; header values are Latin-1 without line ends. */
export function brokenHeaders(random: Random, headers: Record<string, string>): Record<string, string> {
  if (random.below(20) > 0) return headers;
  const name = random.pick(Object.keys(headers));
  if (name === 'Authorization') return headers;
  const { [name]: _, ...rest } = headers;
  const value = hostileText(random)
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, '?');
  return random.below(2) === 0 ? rest : { ...rest, [name]: value };
}

/** Post it, and read the whole answer; throws where it is not one that a server in order gives. */
export async function postMcp(
  { serving }: FuzzedServer,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`http://127.0.0.1:${serving.mcp}/mcp`, { method: 'POST', headers, body });
  const text = await response.text();
  expectNoInternalError(text);
  if (response.status >= 500 && response.status !== 503)
    throw new Error(`status ${response.status}: ${text.slice(0, 500)}`);
  return { status: response.status, text, headers: response.headers };
}
