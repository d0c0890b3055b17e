import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import type { ZodType } from 'zod';
import { TandemError } from '../../errors.ts';
import { checkYamlDepth } from '../../lib/yaml-depth.ts';
import { checkYaml, pairOf, parseYaml, type YamlSource, yamlProblem } from '../../lib/yaml-source.ts';
import { mcpEndpointSchema } from '../app/mcp-endpoint-schema.ts';
import { mcpBlockSchema, mcpRequestSchema } from '../app/mcp-schema.ts';

/** The `mcp:` of a page or block goes through the build under this name, inside a property of free form. */
export const MCP_MARK = 'tandemMcp';
/** Blocks have these in every version, and the build does not inspect them. */
export const MCP_PLACES = ['layout', 'style', 'properties'] as const;
/** Endpoints have nothing of free form but the steps of their routine; this one is removed before it can run. */
export const MCP_STEP = ':set_state';

/** Everything under these is data, whatever it looks like. */
const DATA = new Set([
  'properties',
  'params',
  'payload',
  'style',
  'layout',
  'global',
  'validate',
  'skeleton',
]);
/** Objects with an id and a type that are not blocks. */
const OTHER: Record<string, string> = {
  requests: 'request',
  connections: 'connection',
  events: 'action',
  links: 'menu item',
  menus: 'menu',
  routine: 'step',
};

/**
 * Removes `mcp` keys from a file: the top-level one is dropped (it is read before), those of pages, blocks and
 * endpoints move to a place that the build's schema accepts and preserves. So they follow their block through
 * references, variables and operators, and are collected from the finished build, where ids are final. Returns the
 * text unchanged if there is nothing to do.
 */
export function moveMcpKeys(file: string, text: string, isMain: boolean): string {
  checkYamlDepth(file, text);
  if (!/\bmcp\b/.test(text)) return text;
  // Invalid files are left to the build, which only complains about files that are used.
  if (yamlProblem(text) !== undefined) return text;
  const source = parseYaml(file, text);
  const { document } = source;
  let changed = isMain && isMap(document.contents) && document.contents.delete('mcp');
  visit(document, {
    Map(_, map, ancestors) {
      const mcp = pairOf(map, 'mcp');
      if (!mcp) return;
      const keys = ancestors.filter(isPair).map((pair) => String((pair.key as Scalar).value ?? ''));
      if (keys.some((key) => DATA.has(key))) return;
      if (moveFrom(map, mcp as Pair<Scalar, Node>, keys, source)) changed = true;
    },
  });
  if (!changed) return text;
  return file.endsWith('.json')
    ? JSON.stringify(document.toJS(), null, 2)
    : document.toString({ lineWidth: 0 });
}

function moveFrom(map: YAMLMap, mcp: Pair<Scalar, Node>, keys: string[], source: YamlSource): boolean {
  const at = `${source.file}:${source.lineAt(mcp.key)}`;
  if (map.has('_ref')) {
    const advice = 'Lowdefy ignores keys next to "_ref". Write it in the referenced file';
    throw new TandemError('invalid_config', `${at}: ${advice}, or in tandem.yaml under mcp.pages.`);
  }
  // A partial block, to be merged by an operator, keeps its key; it is found in the build.
  if (!map.has('id') || !map.has('type')) return false;
  const isEndpoint = map.has('routine') || keys[0] === 'api';
  if (isEndpoint && !keys.includes('routine')) return moveFromEndpoint(map, mcp, source);
  const other = map.has('connectionId')
    ? 'request'
    : keys.map((key) => OTHER[key]).findLast((name) => name !== undefined);
  if (other === 'request') return moveFromRequest(map, mcp, source);
  if (other !== undefined) {
    const message = `mcp is allowed at the top level, on a page, block, request or endpoint, not on the ${other} "${map.get('id')}".`;
    throw new TandemError('invalid_config', `${at}: ${message}`);
  }
  if (!hasOperator(mcp.value)) check(mcpBlockSchema, toValue(mcp.value, source.document), mcp, source);
  map.delete('mcp');
  for (const place of MCP_PLACES) {
    const node = map.get(place, true) as unknown;
    if (node !== undefined && !(isMap(node) && !hasOperator(node))) continue;
    const holder = isMap(node) ? node : new YAMLMap();
    holder.add(new Pair(new Scalar(MCP_MARK), mcp.value));
    if (!isMap(node)) map.add(new Pair(new Scalar(place), holder));
    return true;
  }
  throw new TandemError(
    'invalid_config',
    `${at}: mcp cannot be read here, because ${MCP_PLACES.join(', ')} of this block are all computed. Write it in tandem.yaml under mcp.pages.`,
  );
}

/** The settings go into the properties, from where they are taken before the request can run. */
function moveFromRequest(map: YAMLMap, mcp: Pair<Scalar, Node>, source: YamlSource): boolean {
  check(mcpRequestSchema, mcp.value?.toJS(source.document) ?? null, mcp, source);
  const node = map.get('properties', true) as unknown;
  if (node !== undefined && (!isMap(node) || hasOperator(node)))
    throw new TandemError(
      'invalid_config',
      `${source.file}:${source.lineAt(mcp.key)}: mcp cannot be read here, because properties of this request are computed. Write it in tandem.yaml under mcp.pages.<page>.requests.`,
    );
  map.delete('mcp');
  const holder = isMap(node) ? node : new YAMLMap();
  holder.add(new Pair(new Scalar(MCP_MARK), mcp.value));
  if (!isMap(node)) map.add(new Pair(new Scalar('properties'), holder));
  return true;
}

/** The settings become a step of the routine, the first. */
function moveFromEndpoint(map: YAMLMap, mcp: Pair<Scalar, Node>, source: YamlSource): boolean {
  const value: unknown = mcp.value?.toJS(source.document) ?? null;
  if (!hasOperator(mcp.value)) check(mcpEndpointSchema, value, mcp, source);
  map.delete('mcp');
  const held = new YAMLMap();
  held.add(new Pair(new Scalar(MCP_MARK), mcp.value));
  const step = new YAMLMap();
  step.add(new Pair(new Scalar(MCP_STEP), held));
  const routine = map.get('routine', true) as unknown;
  if (isSeq(routine)) routine.items.unshift(step);
  else {
    const steps = new YAMLSeq();
    steps.items.push(step, ...(routine === undefined ? [] : [routine]));
    map.set('routine', steps);
  }
  return true;
}

function check(schema: ZodType, value: unknown, mcp: Pair<Scalar, Node>, source: YamlSource): void {
  checkYaml(schema, value, {
    prefix: 'mcp',
    where: ([key]) => {
      const pair = isMap(mcp.value) ? pairOf(mcp.value, key) : undefined;
      return `${source.file}:${source.lineAt(pair?.key ?? mcp.key)}`;
    },
  });
}

function toValue(node: Node | null, document: Document): unknown {
  if (!node) return null;
  // Computed booleans are checked once they are known.
  const value = node.toJS(document) as unknown;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, typeof inner === 'object' ? undefined : inner]),
  );
}

function hasOperator(node: unknown): boolean {
  return isMap(node) && node.items.some((item) => isScalar(item.key) && /^_/.test(String(item.key.value)));
}
