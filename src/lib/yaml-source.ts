import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { TandemError } from '../errors.ts';
import { didYouMean } from './nearest.ts';
import { checkYamlDepth } from './yaml-depth.ts';

type Path = (string | number)[];

/** A YAML file that can say on which line a key stands. */
export interface YamlSource {
  file: string;
  document: Document;
  value: unknown;
  /** The line of a key, or of the nearest one above it that is there. */
  lineOf(path: Path): number;
  lineAt(node: unknown): number;
}

export function parseYaml(file: string, text: string): YamlSource {
  checkYamlDepth(file, text);
  const { document, lines } = readDocument(text);
  const problem = problemOf(document, lines);
  if (problem) throw new TandemError('invalid_config', `${file}:${problem}`);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw new TandemError(
      'invalid_config',
      `${file}: not valid YAML: ${toSentence((error as Error).message)}`,
    );
  }
  const lineAt = (node: unknown) => (isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1);
  return {
    file,
    document,
    value,
    lineAt,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
        const pair = isMap(parent) && pairOf(parent, path[length - 1]);
        const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
        if (isNode(node)) return lineAt(node);
      }
      return 1;
    },
  };
}

/** `12: not valid YAML: …`, for the first error of a text that has one. */
export function yamlProblem(text: string): string | undefined {
  const { document, lines } = readDocument(text);
  return problemOf(document, lines);
}

/** Pretty errors are not asked for: each would look through its whole line again, however many there are. */
function readDocument(text: string) {
  const lines = new LineCounter();
  return {
    lines,
    document: parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' }),
  };
}

function problemOf({ errors: [error] }: Document, lines: LineCounter): string | undefined {
  if (!error) return undefined;
  const [problem = ''] = error.message.split('\n');
  return `${lines.linePos(error.pos[0]).line}: not valid YAML: ${toSentence(problem)}`;
}

export function pairOf(map: YAMLMap, key: unknown) {
  return map.items.find((item) => isScalar(item.key) && item.key.value === key);
}

/** Parses a part of a file; what is wrong is said with file, line and, for a wrong name, the nearest one. */
export function checkYaml<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  /** `prefix` leads from the top of the file to the part. */
  at: { where(path: Path): string; prefix?: string },
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    const name = [at.prefix, ...path].filter((part) => part !== undefined).join('.');
    if (issue.code !== 'unrecognized_keys')
      return `${at.where(path)}: ${name || 'the file'}: ${toSentence(issue.message)}`;
    const [key = ''] = issue.keys;
    const known = keysAt(schema, path);
    const here = at.where([...path, key]);
    // Where a schema says itself which settings there are (they depend on another one), it knows better.
    if (known.length === 0) return `${here}: ${name}: ${toSentence(issue.message)}`;
    return `${here}: unknown setting "${name ? `${name}.` : ''}${key}".${didYouMean(key, known)}`;
  });
  throw new TandemError('invalid_config', sentences.join('\n'));
}

export function toSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The names that are valid at a place, for the nearest one. */
function keysAt(schema: unknown, path: Path): string[] {
  let here = unwrap(schema);
  for (const key of path) {
    // Of a union, none of whose forms fits, the names are not known.
    const { shape, def } = (here ?? {}) as {
      shape?: Record<string, unknown>;
      def?: { valueType?: unknown };
    };
    here = unwrap(shape ? shape[String(key)] : def?.valueType);
  }
  return Object.keys((here as { shape?: object } | undefined)?.shape ?? {});
}

function unwrap(schema: unknown): unknown {
  let inner = schema;
  while (inner && typeof inner === 'object' && !('shape' in inner)) {
    const next = (inner as { def?: { innerType?: unknown } }).def?.innerType;
    if (next === undefined) break;
    inner = next;
  }
  return inner;
}
