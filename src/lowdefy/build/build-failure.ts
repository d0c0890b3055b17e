import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { toSentence, yamlProblem } from '../../lib/yaml-source.ts';
import { loadDefaultTypes } from '../app/default-types.ts';
import type { PackageFinder } from '../app/find-packages.ts';
import type { LowdefyPlugin } from '../app/plugins.ts';
import { type BuildRemark, remarkText } from './build-remarks.ts';
import { type ConfigFiles, shownName } from './config-files.ts';
import { type ConfigPlace, findInConfig } from './find-in-config.ts';
import { suggestPlugin } from './suggest-plugin.ts';
import { parseUnknownType, typesIn, type UnknownType } from './unknown-types.ts';

export interface BuildFacts {
  dir: string;
  files: ConfigFiles;
  finder: PackageFinder;
  plugins: LowdefyPlugin[];
}

/** Problems beyond this number are only counted. */
const MAX_PROBLEMS = 10;

/** A failure of Lowdefy's build, as sentences that say where to look. */
export async function toBuildFailure(failures: BuildRemark[], facts: BuildFacts): Promise<TandemError> {
  const cause = failures[0]?.thrown;
  if (cause instanceof TandemError) return cause;
  const sentences = new Set<string>();
  for (const failure of failures) sentences.add(await toProblem(failure, facts));
  const [first = 'Lowdefy does not say why.', ...more] = sentences;
  const shown = [...sentences].slice(0, MAX_PROBLEMS).map((sentence, index) => `(${index + 1}) ${sentence}`);
  const rest = sentences.size - shown.length;
  const all = `It has ${sentences.size} problems: ${shown.join(' ')}${rest > 0 ? ` (and ${rest} more)` : ''}`;
  return new TandemError(
    'invalid_config',
    `The app in ${facts.dir} cannot be built. ${more.length === 0 ? first : all}`,
    { cause },
  );
}

async function toProblem(failure: BuildRemark, facts: BuildFacts): Promise<string> {
  const { message, place, thrown } = failure;
  return (
    unreadable(failure) ??
    yamlFailure(thrown, facts) ??
    jsonFailure(message, facts) ??
    (await unknownType(failure, facts)) ??
    missingFile(failure, facts) ??
    duplicate(message, facts) ??
    `${toSentence(remarkText(failure))}${place === undefined ? whereNamed(message, facts) : ''}`
  );
}

/** From 4.6 on the build says which file it could not parse. */
function unreadable({ message, place, cause }: BuildRemark): string | undefined {
  const [, language, file] = /^(YAML|JSON) parse error in "([^"]+)"/.exec(message) ?? [];
  if (language === undefined) return undefined;
  const [problem = ''] = (cause ?? message).replace(/^JSON5: /, '').split(/ at line \d/);
  return `${place ?? file}: not valid ${language}: ${toSentence(problem)}`;
}

function yamlFailure(error: unknown, { dir, files }: BuildFacts): string | undefined {
  if (!(error instanceof Error) || error.name !== 'YAMLParseError') return undefined;
  // The build does not name the file; it is the one that is broken in the same way.
  const broken = [...files]
    .filter(([path]) => /\.ya?ml$/.test(path))
    .flatMap(([path, content]) => {
      const problem = yamlProblem(String(content));
      return problem === undefined ? [] : `${shownName(dir, path)}:${problem}`;
    });
  const [problem = ''] = error.message.split('\n');
  if (broken.length === 0) return `A template does not produce valid YAML: ${toSentence(problem)}`;
  const line = / at line (\d+)/.exec(error.message)?.[1];
  return broken.find((text) => text.includes(`:${line}: `)) ?? broken[0];
}

function jsonFailure(message: string, { dir, files }: BuildFacts): string | undefined {
  const [, problem] = /^JSON5: (.*)/.exec(message) ?? [];
  if (problem === undefined) return undefined;
  const broken = [...files].find(([path, content]) => path.endsWith('.json') && !isJson(String(content)));
  return `${broken ? shownName(dir, broken[0]) : 'A JSON file'}: not valid JSON: ${toSentence(problem)}`;
}

async function unknownType(failure: BuildRemark, facts: BuildFacts): Promise<string | undefined> {
  const missing = parseUnknownType(failure.message);
  return missing && (await describeUnknown(missing, facts));
}

/** Where an unknown type is used, and what to do about it. */
export async function describeUnknown(missing: UnknownType, facts: BuildFacts): Promise<string> {
  const { kind, type } = missing;
  const word = kind.toLowerCase();
  const [place] = findInConfig(facts, (map) => map.get('type') === type);
  const hint = didYouMean(type, Object.keys(typesIn(await loadDefaultTypes(facts.finder), kind) ?? {}));
  const user = place ? ` It is used by ${describe(place, word)}.` : '';
  return `Lowdefy ${facts.finder.version} has no ${word} type "${type}".${user}${hint} ${suggestPlugin(missing, facts)}`;
}

/** The file that a `_ref` names and the build did not find, and the file that contains the `_ref`. */
export function missingRef({ message }: BuildRemark): { file: string; from: string } | undefined {
  const [, file, from = 'lowdefy.yaml'] =
    /reference file "([^"]+)" from "([^"]+)", but file does not exist/.exec(message) ??
    /^Referenced file does not exist: "([^"]+)"/.exec(message) ??
    [];
  return file === undefined ? undefined : { file, from };
}

function missingFile(failure: BuildRemark, facts: BuildFacts): string | undefined {
  const { file, from } = missingRef(failure) ?? {};
  if (file === undefined || from === undefined) return undefined;
  const { place } = failure;
  const names = [...facts.files.keys()].map((path) => shownName(facts.dir, path));
  return `${place ?? placeIn(from, file, names, facts)}: _ref names the file "${file}", which does not exist.${didYouMean(file, names)}`;
}

function placeIn(from: string, text: string, names: string[], { dir, files }: BuildFacts): string {
  const main = names.find((name) => /^lowdefy\.ya?ml$/.test(name));
  const shown = from === 'lowdefy.yaml' ? (main ?? from) : from;
  const lines = String(files.get(join(dir, shown)) ?? '').split('\n');
  const line = lines.findIndex((content) => content.includes(text));
  return line < 0 ? shown : `${shown}:${line + 1}`;
}

function duplicate(message: string, facts: BuildFacts): string | undefined {
  const [, kind, id] = /^Duplicate (page|connection)Id "([^"]+)"/.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const places = findInConfig(facts, (map, keys) => map.get('id') === id && isOf(kind, keys));
  const where = places.map((place) => `${place.file}:${place.line}`).join(' and ');
  return `There are two ${kind}s with the id "${id}"${where && `: ${where}`}.`;
}

/** A page in its own file is at the top of that file. */
function isOf(kind: string, keys: string[]): boolean {
  return keys.length === 0 || keys.at(-1) === `${kind}s`;
}

function whereNamed(message: string, facts: BuildFacts): string {
  const [, id] =
    /^Module (?:entry )?(?:id )?"([^"]+)"/.exec(message) ??
    /\b(?:at|on block|at request at) "([^"]+)"/.exec(message) ??
    [];
  const [place] = id === undefined ? [] : findInConfig(facts, (map) => map.get('id') === id);
  return place ? ` See ${place.file}:${place.line}.` : '';
}

function describe({ file, line, id, pageId }: ConfigPlace, word: string): string {
  const page = pageId === undefined || pageId === id ? '' : ` on page "${pageId}"`;
  const thing = pageId !== undefined && pageId === id ? 'page' : word;
  return `${id === undefined ? `a ${thing}` : `the ${thing} "${id}"`}${page} (${file}:${line})`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
