import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callCode, renderTemplate } from './app-code.ts';
import type { Place } from './config-finding.ts';
import { type ConfigEntry, type ConfigNode, entryOf, nodeAt, textOf } from './config-node.ts';
import { type VarUse, varsIn } from './config-vars.ts';
import { type LocateText, parseConfig } from './parse-config.ts';
import { fromPlain, type Origins, toPlain } from './plain-config.ts';
import { templateLines } from './template-lines.ts';

/** A configuration with all its references resolved, and what was found on the way. */
export interface ResolvedConfig {
  root: ConfigNode;
  /** Every file that was read, by name. */
  files: ReadonlyMap<string, string>;
  /** References to files that do not exist. */
  missing: { at: Place; path: string }[];
  /** Files that cannot be parsed. */
  broken: { at: Place; message: string }[];
  /** The variables of every reference to a file whose variables are known. */
  calls: { path: string; at: Place; given: ReadonlyMap<string, ConfigEntry>; used: VarUse[] }[];
}

/** Files may refer to each other in circles, which the build refuses. */
const MAX_DEPTH = 60;

type Vars = ConfigNode | undefined;

/**
 * Resolves `_ref` and `_var` as Lowdefy's build does, but keeps for every value the place where a person wrote it.
 * What only the build can compute stays open.
 */
export async function resolveConfig(
  dir: string,
  main: string,
  load: (name: string) => Promise<Record<string, unknown> | undefined>,
): Promise<ResolvedConfig> {
  const files = new Map<string, string>();
  const parsed = new Map<string, ConfigNode>();
  /** Files that are referenced without variables are the same everywhere. */
  const shared = new Map<string, Promise<ConfigNode>>();
  const found: ResolvedConfig = { root: open(placeIn(main)), files, missing: [], broken: [], calls: [] };
  found.root = await resolve(parse(main, read(main) ?? ''), undefined, 0);
  return found;

  async function resolve(node: ConfigNode, vars: Vars, depth: number): Promise<ConfigNode> {
    if (node.kind === 'scalar' || node.kind === 'open') return node;
    if (node.kind === 'list') {
      const items: ConfigNode[] = [];
      for (const item of node.items) items.push(await resolve(item, vars, depth));
      return items.some((item, i) => item !== node.items[i]) ? { ...node, items } : node;
    }
    const ref = entryOf(node, '_ref');
    if (ref) return await follow(await resolve(ref.node, vars, depth), ref.at, depth);
    const use = entryOf(node, '_var');
    if (use) return variableOf(await resolve(use.node, vars, depth), vars, use.at);
    const entries = new Map<string, ConfigEntry>();
    let isChanged = false;
    for (const [key, entry] of node.entries) {
      const inner = await resolve(entry.node, vars, depth);
      if (inner !== entry.node) isChanged = true;
      entries.set(key, inner === entry.node ? entry : { ...entry, node: inner });
    }
    const whole: ConfigNode = isChanged ? { ...node, entries } : node;
    const [key = ''] = entries.size === 1 ? entries.keys() : [];
    return /^_(build|module)\b/.test(key) ? { kind: 'open', at: node.at, inner: whole } : whole;
  }

  async function follow(ref: ConfigNode, at: Place, depth: number): Promise<ConfigNode> {
    const path = textOf(ref) ?? textOf(nodeAt(ref, 'path'));
    const resolver = textOf(nodeAt(ref, 'resolver'));
    const transformer = textOf(nodeAt(ref, 'transformer'));
    const vars = nodeAt(ref, 'vars');
    const placeOf = (key: string) => nodeAt(ref, key)?.at ?? ref.at;
    const isPlain = ref.kind === 'scalar' || (ref.kind === 'map' && !ref.entries.has('module'));
    if (depth > MAX_DEPTH || !isPlain || (path === undefined && resolver === undefined)) return open(at, ref);
    const content =
      resolver === undefined
        ? await contentOf(path ?? '', placeOf('path'), vars, depth)
        : await resolvedBy(resolver, path, vars, placeOf('resolver'), depth);
    const transformed =
      transformer === undefined
        ? content
        : await transformedBy(transformer, content, vars, placeOf('transformer'));
    const key = nodeAt(ref, 'key');
    const keys = textOf(key)?.split('.');
    if (key && !keys) return open(at, transformed);
    return keys ? (nodeAt(transformed, ...keys) ?? open(at, transformed)) : transformed;
  }

  async function contentOf(path: string, at: Place, vars: Vars, depth: number): Promise<ConfigNode> {
    const text = read(path);
    if (text === undefined) {
      found.missing.push({ at, path });
      return open(at);
    }
    if (path.endsWith('.njk')) return await resolve(await render(path, text, vars, at), vars, depth + 1);
    if (!/\.(ya?ml|json)$/.test(path)) return { kind: 'scalar', at: placeIn(path), value: text };
    const node = parse(path, text);
    const given = vars?.kind === 'map' ? vars.entries : new Map<string, ConfigEntry>();
    if (!vars || vars.kind === 'map') found.calls.push({ path, at, given, used: varsIn(node) });
    if (vars) return await resolve(node, vars, depth + 1);
    const known = shared.get(path);
    if (known && depth < MAX_DEPTH / 2) return await known;
    const made = resolve(node, undefined, depth + 1);
    // Only when it is complete, or a file that refers to itself would wait for itself.
    const done = await made;
    shared.set(path, Promise.resolve(done));
    return done;
  }

  async function render(path: string, text: string, vars: Vars, at: Place): Promise<ConfigNode> {
    const rendered = await renderTemplate(load, text, vars ? toPlain(vars) : {});
    if (rendered === undefined) return open(at);
    if (!/\.(ya?ml|json)\.njk$/.test(path)) return { kind: 'scalar', at: placeIn(path), value: rendered };
    const lines = templateLines(text, rendered);
    const own = text.split('\n');
    const made = rendered.split('\n');
    const locate: LocateText = (line, column, endColumn) => {
      const there = lines[line - 1] ?? 1;
      // In a line with expressions only the beginning is where it was.
      const isSame = own[there - 1] === made[line - 1];
      return { file: path, line: there, column, ...(isSame && endColumn !== undefined && { endColumn }) };
    };
    return keep(parseConfig(rendered, locate));
  }

  async function resolvedBy(
    resolver: string,
    path: string | undefined,
    vars: Vars,
    at: Place,
    depth: number,
  ): Promise<ConfigNode> {
    if (read(resolver) === undefined) {
      found.missing.push({ at, path: resolver });
      return open(at);
    }
    const content = await callCode(join(dir, resolver), path, vars ? toPlain(vars) : {}, {
      directories: { config: dir },
    });
    if (content === undefined || content === null) return open(at);
    const isParsed = typeof content === 'string' && /\.(ya?ml|json)$/.test(path ?? '');
    const node = isParsed ? keep(parseConfig(content, () => at)) : fromPlain(content, at);
    return await resolve(node, vars, depth + 1);
  }

  async function transformedBy(
    transformer: string,
    content: ConfigNode,
    vars: Vars,
    at: Place,
  ): Promise<ConfigNode> {
    if (read(transformer) === undefined) {
      found.missing.push({ at, path: transformer });
      return open(at, content);
    }
    const origins: Origins = new WeakMap();
    const made = await callCode(join(dir, transformer), toPlain(content, origins), vars ? toPlain(vars) : {});
    return made === undefined ? open(at, content) : fromPlain(made, content.at, origins);
  }

  function variableOf(use: ConfigNode, vars: Vars, at: Place): ConfigNode {
    const name = textOf(use) ?? textOf(nodeAt(use, 'key'));
    if (name === undefined || vars?.kind === 'open') return open(at, use);
    const given = nodeAt(vars, ...name.split('.'));
    return given ?? nodeAt(use, 'default') ?? { kind: 'scalar', at, value: null };
  }

  function parse(path: string, text: string): ConfigNode {
    const known = parsed.get(path);
    if (known) return known;
    const locate: LocateText = (line, column, endColumn) => ({
      file: path,
      line,
      column,
      ...(endColumn !== undefined && { endColumn }),
    });
    const node = keep(parseConfig(text, locate));
    parsed.set(path, node);
    return node;
  }

  function keep({ node, problem }: ReturnType<typeof parseConfig>): ConfigNode {
    if (problem) found.broken.push(problem);
    return node;
  }

  function read(path: string): string | undefined {
    const known = files.get(path);
    if (known !== undefined) return known;
    const file = join(dir, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
    const text = readFileSync(file, 'utf8');
    files.set(path, text);
    return text;
  }
}

function open(at: Place, inner?: ConfigNode): ConfigNode {
  return { kind: 'open', at, ...(inner && { inner }) };
}

function placeIn(file: string): Place {
  return { file, line: 1, column: 1 };
}
