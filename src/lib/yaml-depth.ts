import { Parser } from 'yaml';
import { TandemError } from '../errors.ts';

/**
 * Readers of YAML call themselves for each level. Some ten thousand levels exhaust the stack, and where a regular
 * expression is compiled at that moment, Node ends the process instead of throwing.
 */
const MAX_YAML_DEPTH = 1000;
/** A level is a bracket, a step of indentation, or a "-", "?" or ":" in the line: below these, no count is needed. */
const FEW = 200;

/** Refuses a file that is nested so deep that reading it could end the process. */
export function checkYamlDepth(file: string, text: string): void {
  if (!couldBeDeep(text) || !isDeep(text)) return;
  throw new TandemError(
    'invalid_config',
    `${file}: nested deeper than ${MAX_YAML_DEPTH} levels. Split the file, or remove stray "[", "{", "- " or "? ".`,
  );
}

/** At most twice as many levels as are counted here, quickly, and often far fewer. */
function couldBeDeep(text: string): boolean {
  let brackets = 0;
  let inLine = 0;
  let isIndent = true;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '\n') {
      inLine = 0;
      isIndent = true;
    } else if (char === ' ') {
      if (isIndent) inLine++;
    } else {
      isIndent = false;
      if (char === '[' || char === '{') brackets++;
      else if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1);
      else if ('-?:'.includes(char) && !/\S/.test(text[at + 1] ?? '')) inLine++;
    }
    if (brackets > FEW || inLine > FEW) return true;
  }
  return false;
}

interface Token {
  items?: readonly { key?: unknown; value?: unknown }[];
  value?: unknown;
}

/** By the tokens of the file, which are made without recursion. */
function isDeep(text: string): boolean {
  for (const document of new Parser().parse(text)) {
    const waiting: { token: unknown; depth: number }[] = [{ token: document, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { token, depth } = next;
      if (token === null || typeof token !== 'object') continue;
      if (depth > MAX_YAML_DEPTH) return true;
      const { items, value } = token as Token;
      for (const item of items ?? [])
        waiting.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 });
      waiting.push({ token: value, depth });
    }
  }
  return false;
}
