import { z } from 'zod';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { shortName } from './short-name.ts';

const MAX_ISSUES = 5;

/** Check arguments against a schema; every fault is a sentence that names the argument and the way out. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, of: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => describe(issue, schema, value, of));
  const more = faults.length > MAX_ISSUES ? ` (and ${faults.length - MAX_ISSUES} more)` : '';
  throw new TandemError('invalid_input', `${faults.slice(0, MAX_ISSUES).join(' ')}${more}`);
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown, of: string): string[] {
  const name = toName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const valid = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const shown = shortName(key);
      const where = name ? `in "${name}" of ${of}` : `for ${of}`;
      return `Unknown argument "${shown}" ${where}.${didYouMean(shown, valid)}`;
    });
  }
  if (!name) return [`${of}: ${issue.message}.`];
  if (issue.code === 'invalid_type' && at(value, issue.path) === undefined)
    return [`Argument "${name}" of ${of} is missing (${issue.expected}).`];
  return [`Argument "${name}" of ${of}: ${issue.message}.`];
}

/** `actions[3].value` */
function toName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    '',
  );
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
  return here;
}

/** The property names a JSON Schema allows at a path; of all branches where there are several. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[]; oneOf?: Node[] };
  const branches = (node: Node): Node[] => [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  let nodes = branches(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node);
  for (const key of path)
    nodes = nodes
      .flatMap((node) => (typeof key === 'number' ? node.items : node.properties?.[String(key)]) ?? [])
      .flatMap(branches);
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}
