import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { toSentence, yamlProblem } from '../../lib/yaml-source.ts';
import { type ConfigFiles, shownName } from './config-files.ts';
import { findInConfig, type Place } from './find-in-config.ts';
import type { PackageFinder } from './find-packages.ts';
import { isRecord } from './main-file.ts';
import type { Plugin } from './plugins.ts';
import { suggestPlugin } from './suggest-plugin.ts';
import { parseUnknownType, type UnknownKind } from './unknown-types.ts';

export interface BuildFacts {
  dir: string;
  files: ConfigFiles;
  finder: PackageFinder;
  plugins: Plugin[];
  warnings: string[];
}

/** Where Lowdefy's build keeps the types of each kind. */
const KINDS: Record<string, string> = {
  Action: 'actions',
  Block: 'blocks',
  Connection: 'connections',
  Request: 'requests',
};

/** A failure of Lowdefy's build, as a sentence that says where to look. */
export async function toBuildFailure(error: unknown, facts: BuildFacts): Promise<TandemError> {
  if (error instanceof TandemError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const sentence =
    yamlFailure(error, facts) ??
    jsonFailure(message, facts) ??
    (await unknownType(message, facts)) ??
    missingFile(message, facts) ??
    duplicate(message, facts) ??
    `${toSentence(message)}${whereNamed(message, facts)}`;
  return new TandemError('invalid_config', `The app in ${facts.dir} cannot be built. ${sentence}`, {
    cause: error,
  });
}

function yamlFailure(error: unknown, { dir, files }: BuildFacts): string | undefined {
  if (!(error instanceof Error) || error.name !== 'YAMLParseError') return undefined;
  // The build does not say which file; one that is broken in the same way is it.
  const broken = [...files]
    .filter(([path]) => /\.ya?ml$/.test(path))
    .flatMap(([path, content]) => {
      const problem = yamlProblem(parseDocument(String(content)));
      return problem === undefined ? [] : `${shownName(dir, path)}:${problem}`;
    });
  const [problem = ''] = error.message.split('\n');
  if (broken.length === 0) return `A template does not give valid YAML: ${toSentence(problem)}`;
  const line = / at line (\d+)/.exec(error.message)?.[1];
  return broken.find((text) => text.includes(`:${line}: `)) ?? broken[0];
}

function jsonFailure(message: string, { dir, files }: BuildFacts): string | undefined {
  const [, problem] = /^JSON5: (.*)/.exec(message) ?? [];
  if (problem === undefined) return undefined;
  const broken = [...files].find(([path, content]) => path.endsWith('.json') && !isJson(String(content)));
  return `${broken ? shownName(dir, broken[0]) : 'A JSON file'}: not valid JSON: ${toSentence(problem)}`;
}

async function unknownType(message: string, facts: BuildFacts): Promise<string | undefined> {
  const missing = parseUnknownType(message);
  return missing && (await describeUnknown(missing, facts));
}

/** Where a type is used that nobody has, and what to do about it. */
export async function describeUnknown(
  missing: { kind: UnknownKind; type: string },
  facts: BuildFacts,
): Promise<string> {
  const { kind, type } = missing;
  const word = kind.toLowerCase();
  const [place] = findInConfig(facts, (map) => map.get('type') === type);
  const hint = didYouMean(type, await knownTypes(kind, facts.finder));
  const user = place ? ` It is used by ${describe(place, word)}.` : '';
  return `Lowdefy ${facts.finder.version} has no ${word} type "${type}".${user}${hint} ${suggestPlugin(missing, facts)}`;
}

function missingFile(message: string, facts: BuildFacts): string | undefined {
  const [, file, from] =
    /reference file "([^"]+)" from "([^"]+)", but file does not exist/.exec(message) ?? [];
  if (file === undefined || from === undefined) return undefined;
  const names = [...facts.files.keys()].map((path) => shownName(facts.dir, path));
  const main = names.find((name) => /^lowdefy\.ya?ml$/.test(name));
  const shown = from === 'lowdefy.yaml' ? (main ?? from) : from;
  const lines = String(facts.files.get(join(facts.dir, shown)) ?? '').split('\n');
  const line = lines.findIndex((text) => text.includes(file));
  const at = line < 0 ? shown : `${shown}:${line + 1}`;
  return `${at}: _ref names the file "${file}", which does not exist.${didYouMean(file, names)}`;
}

function duplicate(message: string, facts: BuildFacts): string | undefined {
  const [, kind, id] = /^Duplicate (page|connection)Id "([^"]+)"/.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const places = findInConfig(facts, (map, keys) => map.get('id') === id && isOf(kind, keys));
  const where = places.map((place) => `${place.file}:${place.line}`).join(' and ');
  return `There are two ${kind}s with the id "${id}"${where && `: ${where}`}.`;
}

/** A page in a file of its own stands at the top of that file. */
function isOf(kind: string, keys: string[]): boolean {
  return keys.length === 0 || keys.at(-1) === `${kind}s`;
}

function whereNamed(message: string, facts: BuildFacts): string {
  const [, id] = /\b(?:at|on block|at request at) "([^"]+)"/.exec(message) ?? [];
  const [place] = id === undefined ? [] : findInConfig(facts, (map) => map.get('id') === id);
  return place ? ` See ${place.file}:${place.line}.` : '';
}

function describe({ file, line, id, pageId }: Place, word: string): string {
  const page = pageId === undefined || pageId === id ? '' : ` on page "${pageId}"`;
  const thing = pageId !== undefined && pageId === id ? 'page' : word;
  return `${id === undefined ? `a ${thing}` : `the ${thing} "${id}"`}${page} (${file}:${line})`;
}

async function knownTypes(kind: string, finder: PackageFinder): Promise<string[]> {
  const folder = finder.folderOf('@lowdefy/build');
  const key = KINDS[kind];
  if (folder === undefined || key === undefined) return [];
  try {
    // Not an export; without it there is only no hint.
    const module = await import(pathToFileURL(join(folder, 'dist', 'defaultTypesMap.js')).href);
    const types: unknown = module.default?.[key];
    return isRecord(types) ? Object.keys(types) : [];
  } catch {
    return [];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
