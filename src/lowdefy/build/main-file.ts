import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseYaml, type YamlSource } from '../../lib/yaml-source.ts';

const NAMES = ['lowdefy.yaml', 'lowdefy.yml'];

/** `lowdefy.yaml` of a folder, or undefined if there is none. */
export function readMainFile(dir: string): YamlSource | undefined {
  for (const name of NAMES) {
    const text = readText(join(dir, name));
    if (text !== undefined) return parseYaml(name, text);
  }
  return undefined;
}

/** The value of a top-level key, in the file itself or in the file that a plain `_ref` names. */
export function topLevelPart(
  dir: string,
  main: YamlSource,
  key: string,
): { value: unknown; source: YamlSource; path: string[] } | undefined {
  if (!isRecord(main.value) || main.value[key] === undefined) return undefined;
  const value = main.value[key];
  if (!isRecord(value) || !('_ref' in value)) return { value, source: main, path: [key] };
  const file = typeof value._ref === 'string' ? value._ref : undefined;
  const text = file !== undefined && /\.(ya?ml|json)$/.test(file) ? readText(join(dir, file)) : undefined;
  if (file === undefined || text === undefined) {
    throw new TandemError(
      'invalid_config',
      `${main.file}:${main.lineOf([key])}: "${key}" is read before the app is built, so its _ref must name an existing YAML or JSON file and nothing else.`,
    );
  }
  const source = parseYaml(file, text);
  return { value: source.value, source, path: [] };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new TandemError('invalid_config', `${path} cannot be read: ${(error as Error).message}.`);
  }
}
