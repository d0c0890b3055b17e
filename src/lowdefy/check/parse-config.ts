import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { checkYamlDepth } from '../../lib/yaml-depth.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import type { Place } from './config-finding.ts';
import type { ConfigEntry, ConfigNode } from './config-node.ts';

/** Aliases repeat what they stand for; a few lines can stand for millions. */
const MAX_NODES = 500_000;

export interface ParsedConfig {
  node: ConfigNode;
  problem?: { at: Place; message: string };
}

/** Where a part of a parsed text is: lines and columns from 1. */
export type LocateText = (line: number, column: number, endColumn?: number) => Place;

/** A YAML or JSON text with the place of every key and value. What cannot be parsed is open. */
export function parseConfig(text: string, locate: LocateText): ParsedConfig {
  const top = locate(1, 1);
  checkYamlDepth(top.file, text);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const [message = ''] = error.message.split('\n');
    return {
      node: { kind: 'open', at: top },
      problem: { at: locate(line, col), message: toSentence(message) },
    };
  }
  let count = 0;
  return { node: document.contents ? convert(document.contents) : { kind: 'scalar', at: top, value: null } };

  function convert(node: Node): ConfigNode {
    const at = placeOf(node);
    if (++count > MAX_NODES) return { kind: 'open', at };
    if (isAlias(node)) {
      const target = node.resolve(document);
      return target ? convert(target) : { kind: 'open', at };
    }
    if (isMap(node)) {
      const entries = new Map<string, ConfigEntry>();
      for (const { key, value } of node.items) {
        const keyAt = isNode(key) ? placeOf(key) : at;
        const name = isScalar(key) ? String(key.value) : String(key);
        entries.set(name, {
          at: keyAt,
          node: isNode(value) ? convert(value) : { kind: 'scalar', at: keyAt, value: null },
        });
      }
      return { kind: 'map', at, entries };
    }
    if (isSeq(node)) return { kind: 'list', at, items: node.items.filter(isNode).map(convert) };
    return { kind: 'scalar', at, value: isScalar(node) ? node.value : undefined };
  }

  function placeOf({ range }: Node): Place {
    if (!range) return top;
    const { line, col } = lines.linePos(range[0]);
    const end = lines.linePos(range[1]);
    return locate(line, col, end.line === line ? end.col : undefined);
  }
}
