import { isRecord } from '../../lib/is-record.ts';
import type { Place } from './config-finding.ts';
import { type ConfigNode, operatorOf } from './config-node.ts';

/** Where a configuration does not match the schema of its version of Lowdefy. */
export type SchemaProblem =
  | { kind: 'key'; at: Place; key: string; known: string[]; of: string }
  | { kind: 'shape'; at: Place; key: string; wanted: string; is: string }
  | { kind: 'missing'; at: Place; keys: string[]; of: string };

type Schema = Record<string, unknown>;

const NAMES: Record<string, string> = {
  array: 'a list',
  object: 'a set of keys',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
};

/** Ours; the build never sees it. */
const OWN_KEY = 'mcp';

/** Follows a configuration along the JSON Schema of Lowdefy's build. What is computed is not checked. */
export function schemaProblems(root: ConfigNode, schema: Schema): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  visit(root, schema, 'the app');
  return problems;

  function visit(node: ConfigNode, wanted: unknown, name: string): void {
    const rule = pick(wanted, node);
    if (!rule || node.kind === 'open' || operatorOf(node)) return;
    const shape = wrongShape(node, rule);
    if (shape) {
      problems.push({ kind: 'shape', at: node.at, key: name, ...shape });
      return;
    }
    if (node.kind === 'list') for (const item of node.items) visit(item, rule.items, singular(name));
    if (node.kind !== 'map') return;
    const properties = isRecord(rule.properties) ? rule.properties : {};
    const required = Array.isArray(rule.required) ? rule.required.map(String) : [];
    const missing = required.filter((key) => !node.entries.has(key));
    if (missing.length > 0) problems.push({ kind: 'missing', at: node.at, keys: missing, of: name });
    const [pattern] = isRecord(rule.patternProperties) ? Object.values(rule.patternProperties) : [];
    for (const [key, { at, node: inner }] of node.entries) {
      if (properties[key] !== undefined) visit(inner, properties[key], key);
      else if (pattern !== undefined) visit(inner, pattern, key);
      else if (rule.additionalProperties === false && key !== OWN_KEY && !/^[~_]/.test(key))
        problems.push({ kind: 'key', at, key, known: Object.keys(properties), of: name });
    }
  }

  /** The schema itself, what it refers to, or the alternative that fits best. */
  function pick(wanted: unknown, node: ConfigNode): Schema | undefined {
    if (!isRecord(wanted)) return undefined;
    if (typeof wanted.$ref === 'string') return pick(definition(wanted.$ref), node);
    const alternatives = wanted.anyOf ?? wanted.oneOf;
    if (!Array.isArray(alternatives)) return wanted;
    const fitting = alternatives
      .map((one) => pick(one, node))
      .filter((one) => one !== undefined)
      .filter((one) => !wrongShape(node, one));
    // Of several, what any of them has is allowed.
    if (fitting.length <= 1) return fitting[0];
    return {
      additionalProperties: fitting.every((one) => one.additionalProperties === false) ? false : undefined,
      properties: Object.assign({}, ...fitting.map((one) => one.properties)) as Schema,
    };
  }

  function definition(ref: string): unknown {
    let part: unknown = schema;
    for (const key of ref.replace(/^#\//, '').split('/')) part = isRecord(part) ? part[key] : undefined;
    return part;
  }
}

function wrongShape(node: ConfigNode, { type }: Schema): { wanted: string; is: string } | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  const is = shapeOf(node);
  // An empty key is null, which the build takes as absent.
  if (types.length === 0 || is === undefined || types.includes(is)) return undefined;
  return { wanted: types.map((one) => NAMES[one] ?? one).join(' or '), is: NAMES[is] ?? is };
}

function shapeOf(node: ConfigNode): string | undefined {
  if (node.kind === 'list') return 'array';
  if (node.kind === 'map') return 'object';
  return node.kind === 'scalar' && node.value !== null ? typeof node.value : undefined;
}

function singular(name: string): string {
  const one: Record<string, string> = { try: 'action', catch: 'action', links: 'menu item' };
  if (one[name] !== undefined) return one[name];
  return /^(on|after)[A-Z]/.test(name) ? 'action' : name.replace(/s$/, '');
}
