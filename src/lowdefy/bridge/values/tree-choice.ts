import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../../errors.ts';
import { htmlText } from '../../render/shown-text.ts';
import { isAlike, nearMiss } from './alike.ts';
import { shown } from './value-limits.ts';

/** A node of a tree that can be chosen. */
export interface TreeNode {
  /** Its value: its own, then those of its ancestors, from the inside out. */
  path: unknown[];
  /** The labels on the path to it, from the outside in. */
  labels: string[];
  disabled: boolean;
}

/** All nodes, each before its children. */
export function treeNodesOf(options: unknown, around?: TreeNode): TreeNode[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option) => {
    const { value, label, disabled, children } = (option ?? {}) as Record<string, unknown>;
    const node = {
      path: [value, ...(around?.path ?? [])],
      labels: [...(around?.labels ?? []), htmlText(label) ?? ''],
      disabled: Boolean(disabled),
    };
    return [node, ...treeNodesOf(children, node)];
  });
}

/** The requested node: by its path in either direction, by its own value, or by its label. */
export function chooseNode(blockId: string, options: unknown, given: unknown): TreeNode {
  const nodes = treeNodesOf(options);
  const isPath = Array.isArray(given);
  const ways: ((node: TreeNode) => boolean)[] = [
    ({ path }) => isDeepStrictEqual(path, given),
    ({ path }) => isPath && isDeepStrictEqual(path.toReversed(), given),
    ({ path }) => !isPath && isDeepStrictEqual(path[0], given),
    ({ labels }) => isDeepStrictEqual(isPath ? labels : labels.at(-1), given),
    ({ labels }) => typeof given === 'string' && isAlike(labels.at(-1) ?? '', given),
  ];
  const found = ways.map((isMeant) => nodes.filter(isMeant)).find((meant) => meant.length > 0) ?? [];
  const [node] = found;
  if (!node) throw notThere(blockId, nodes, given);
  if (found.length > 1)
    throw new TandemError(
      'invalid_input',
      `${shown(given)} of "${blockId}" is ambiguous; send one of ${found.map(({ path }) => shown(path)).join(', ')}.`,
    );
  if (node.disabled)
    throw new TandemError('forbidden', `The option ${shown(given)} of "${blockId}" is disabled.`);
  return node;
}

function notThere(blockId: string, nodes: TreeNode[], given: unknown): TandemError {
  const listed = nodes.slice(0, 20).map(({ path, labels }) => `${shown(path)} (${labels.join(' / ')})`);
  const more = nodes.length > 20 ? `, and ${nodes.length - 20} more` : '';
  const all = nodes.length > 0 ? `Options: ${listed.join(', ')}${more}.` : 'It has no options now.';
  const labels = nodes.map((node) => node.labels.at(-1) ?? '');
  return new TandemError(
    'invalid_input',
    `Block "${blockId}" has no option ${shown(given)}.${nearMiss(given, labels)} ${all}`,
  );
}
