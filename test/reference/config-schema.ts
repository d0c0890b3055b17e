import { z } from 'zod';
import { configSchema } from '../../src/server/config-schema.ts';
import { CONFIG_WORDS } from './config-words.ts';

/** A part of the JSON Schema of `tandem.yaml`. */
export interface SchemaNode {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  [key: string]: unknown;
}

/** The JSON Schema of `tandem.yaml`, for editors. */
export function toConfigSchema(): SchemaNode {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
  const used = new Set<string>();
  describe(schema, '', used);
  const unused = Object.keys(CONFIG_WORDS).filter((path) => !used.has(path));
  if (unused.length > 0) throw new Error(`config-words.ts describes settings that do not exist: ${unused}`);
  const { $schema, ...rest } = schema;
  return { $schema, title: 'tandem.yaml', description: 'Settings of Tandem for a folder.', ...rest };
}

/** The children of a node: keys, entries of records (`*`), and those of its variants. */
export function childrenOf(node: SchemaNode): [string, SchemaNode][] {
  const record = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
  return [
    ...Object.entries(node.properties ?? {}),
    ...(record && Object.keys(record).length > 0 ? [['*', record] as [string, SchemaNode]] : []),
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(childrenOf),
    ...(node.items ? childrenOf(node.items) : []),
  ];
}

function describe(node: SchemaNode, path: string, used: Set<string>): void {
  // The largest safe integer is no limit that anybody would want to read.
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  for (const [key, child] of childrenOf(node)) {
    const at = path === '' ? key : `${path}.${key}`;
    const words = CONFIG_WORDS[at];
    if (key !== '*' && words === undefined) throw new Error(`Say in config-words.ts what ${at} is for.`);
    if (words !== undefined) child.description = words;
    used.add(at);
    describe(child, at, used);
  }
}
