import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, type ParseError, parse as parseJson, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { entryText, type McpClient } from '../../protocol/client-setups.ts';

type Entry = Record<string, unknown>;

/** A client's file with our entry in it. */
export interface MergedFile {
  /** The name under which the client knows us. */
  name: string;
  text: string;
  isChanged: boolean;
}

/**
 * Puts the entry of a folder into a client's file. Everything else stays as it is, comments included; an entry of this
 * folder is updated, and that of another folder keeps its name.
 */
export function mergeEntry(client: McpClient, text: string, entry: Entry, dir: string): MergedFile {
  const before = parseFile(client, text);
  const servers = before[client.key] ?? {};
  if (!isRecord(servers)) throw notMergeable(`"${client.key}" is not a list of servers`);
  const name = nameFor(servers, dir);
  const old = servers[name];
  const merged = { ...(isRecord(old) ? old : {}), ...entry };
  if (isRecord(old) && isDeepStrictEqual(plain(old), plain(merged))) return { name, text, isChanged: false };
  const changed =
    client.format === 'json'
      ? editJson(text, [client.key, name], merged)
      : editToml(client, text, name, isRecord(old) ? entry : undefined, merged);
  const wanted = { ...before, [client.key]: { ...servers, [name]: merged } };
  // The last word is the parser's: nothing may be lost or moved.
  if (!isDeepStrictEqual(plain(parseFile(client, changed)), plain(wanted)))
    throw notMergeable('it is written in a way that cannot be extended safely');
  return { name, text: changed, isChanged: true };
}

/** The entry of a folder in a client's file, by its name; undefined if there is none. */
export function findEntry(client: McpClient, text: string, dir: string): [string, Entry] | undefined {
  const servers = parseFile(client, text)[client.key];
  if (!isRecord(servers)) return undefined;
  const found = Object.entries(servers).find(([, entry]) => isFor(entry, dir));
  return found && isRecord(found[1]) ? [found[0], found[1]] : undefined;
}

function isFor(entry: unknown, dir: string): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return false;
  const at = entry.args.indexOf('--dir');
  return at >= 0 && entry.args[at + 1] === dir && entry.args[at - 1] === 'mcp';
}

function nameFor(servers: Entry, dir: string): string {
  const own = Object.keys(servers).find((name) => isFor(servers[name], dir));
  if (own !== undefined) return own;
  const folder = dir.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  const wanted = `tandem-${folder.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-+$/, '');
  const names = ['tandem', wanted, ...Array.from({ length: 100 }, (_, i) => `${wanted}-${i + 2}`)];
  return names.find((name) => !(name in servers)) ?? wanted;
}

function parseFile({ format }: McpClient, text: string): Entry {
  if (text.trim() === '') return {};
  const value = format === 'json' ? parseJsonc(text) : parseTomlFile(text);
  if (!isRecord(value)) throw notMergeable('it is not an object');
  return value;
}

function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJson(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!error) return value;
  const line = text.slice(0, error.offset).split('\n').length;
  throw notMergeable(`line ${line} is not valid JSON (${printParseErrorCode(error.error)})`);
}

function parseTomlFile(text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    throw notMergeable(`it is not valid TOML (${(error as Error).message.split('\n')[0]})`);
  }
}

function editJson(text: string, path: string[], value: Entry): string {
  const start = text.trim() === '' ? '{}' : text;
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(start) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: start.includes('\r\n') ? '\r\n' : '\n',
  };
  const edited = applyEdits(start, modify(start, path, value, { formattingOptions }));
  return edited.endsWith('\n') ? edited : `${edited}\n`;
}

/** Parsers of TOML keep no comments, so the text is edited: a new table at the end, or lines of the one that is there. */
function editToml(
  client: McpClient,
  text: string,
  name: string,
  changes: Entry | undefined,
  merged: Entry,
): string {
  if (!changes) {
    const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `${start}${start === '' ? '' : '\n'}${entryText(client, name, merged)}\n`;
  }
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${client.key}[ \\t]*\\.[ \\t]*"?${name}"?[ \\t]*\\].*$`, 'm');
  const found = header.exec(text);
  if (!found) throw notMergeable(`the table of "${name}" was not found`);
  const begin = found.index + found[0].length;
  const next = /^[ \t]*\[/m.exec(text.slice(begin));
  const end = next ? begin + next.index : text.length;
  let table = text.slice(begin, end);
  for (const [key, value] of Object.entries(changes)) {
    const assignment = `${key} = ${JSON.stringify(value)}`;
    const line = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(?:\\[[^\\]]*\\]|[^\\n#]*)`, 'm');
    table = line.test(table) ? table.replace(line, () => assignment) : `\n${assignment}${table}`;
  }
  return text.slice(0, begin) + table + text.slice(end);
}

/** Without the prototypes that parsers give their objects. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function notMergeable(why: string): TandemError {
  return new TandemError('invalid_config', why);
}
