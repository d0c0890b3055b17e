import { stringify } from 'yaml';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { note, title, toNode } from './block-node.ts';
import { type DataChange, type DataPath, diffData, isHolder, pathText, unchangedData } from './data-diff.ts';
import { isIndex, isPathOf, labelOfPath } from './diff-labels.ts';
import { diffValue } from './diff-values.ts';
import { diffLines, foldUnchanged } from './line-diff.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord } from './shown-text.ts';
import { toTable } from './table-part.ts';

/** Deeper than this, the components only report that something changed. */
const MAX_DEPTH = 4;
const MAX_LINES = 200;

/** What changed between two states of the same data, one row per value. */
export const renderDiff: BlockRender = (block, context) => {
  const { properties } = block;
  const { labels, format, changeTypeLabels, emptyText = 'No changes' } = properties;
  const changes = changesOf(block);
  const words: Record<DataChange['kind'], unknown> = {
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    unchanged: 'Unchanged',
    ...asRecord(changeTypeLabels),
  };
  const cells = (index: number): unknown[] => {
    const { kind, path, before, after } = changes[index] ?? { kind: 'changed', path: [] };
    const value = (one: unknown) => diffValue(one, pathText(path), format);
    return [labelOfPath(path, labels), words[kind], value(before), value(after)];
  };
  const count = (kind: DataChange['kind']) =>
    changes.filter((change) => change.kind === kind).length || undefined;
  return [
    toNode('display', block, {
      attributes: { added: count('added'), removed: count('removed'), changed: count('changed') },
      parts: [
        title(properties.title),
        ...(changes.length > 0
          ? toTable(block, ['Field', 'Change', 'Before', 'After'], { total: changes.length, cells }, context)
          : [note(emptyText)]),
      ],
    }),
  ];
};

/** In display order: the top fields of a list first, then group by group. */
function changesOf({ type, properties }: BlockSnapshot): DataChange[] {
  const { before, after, maxDepth, showUnchanged } = properties;
  const depth = Number.isInteger(maxDepth) && Number(maxDepth) >= 1 ? Number(maxDepth) : MAX_DEPTH;
  const changed = diffData(before, after, depth);
  const all = showUnchanged ? [...changed, ...unchangedData(before, after, changed)] : changed;
  const shown = all.filter(({ path }) => isShown(pathText(path), properties));
  if (type === 'DiffTimeline') return shown;
  const groupOf = ({ path }: DataChange) => (path.length > 1 ? String(path[0]) : '');
  const groups = [...(type === 'DiffList' ? [''] : []), ...shown.map(groupOf)];
  const ranks = new Map([...new Set(groups)].map((group, rank) => [group, rank]));
  const rankOf = (change: DataChange) => ranks.get(groupOf(change)) ?? 0;
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b) || itemOf(a.path) - itemOf(b.path));
}

/** Items of a list in order, after what concerns the list itself. */
function itemOf(path: DataPath): number {
  return isIndex(path[1]) ? Number(path[1]) : -1;
}

function isShown(path: string, { show, hide }: Record<string, unknown>): boolean {
  const isOneOf = (patterns: unknown) => asArray(patterns).some((pattern) => isPathOf(path, pattern));
  return (asArray(show).length === 0 || isOneOf(show)) && !isOneOf(hide);
}

/** The same as lines of YAML, as in version control. */
export const renderLineDiff: BlockRender = (block) => {
  const { properties } = block;
  const [before, after] = [properties.before, properties.after].map((state) => yamlLines(state, properties));
  const lines = diffLines(before ?? [], after ?? []);
  const isSame = lines.every(({ mark }) => mark === ' ');
  const shown = foldUnchanged(lines);
  const left = shown.length - MAX_LINES;
  const count = (mark: string) => lines.filter((line) => line.mark === mark).length || undefined;
  return [
    toNode('display', block, {
      attributes: { added: count('+'), removed: count('-') },
      parts: [
        title(properties.title),
        shown.length > 0 ? { kind: 'text', text: shown.slice(0, MAX_LINES).join('\n') } : undefined,
        left > 0 ? note(`${left} more lines are left out`) : undefined,
        isSame ? note('No changes') : undefined,
      ],
    }),
  ];
};

function yamlLines(state: unknown, properties: Record<string, unknown>): string[] {
  if (!isHolder(state)) return [];
  const text = stringify(withShown(state, '', properties), { sortMapEntries: true, lineWidth: 0 });
  return text.replace(/\n$/, '').split('\n');
}

/** Without the values that are hidden. */
function withShown(state: unknown, path: string, properties: Record<string, unknown>): unknown {
  if (!isHolder(state)) return state;
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  const kept = Object.entries(state).filter(
    ([key, value]) => !key.startsWith('~') && (isHolder(value) || isShown(at(key), properties)),
  );
  const inside = kept.map(([key, value]) => [key, withShown(value, at(key), properties)] as const);
  return Array.isArray(state) ? inside.map(([, value]) => value) : Object.fromEntries(inside);
}
