import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, hint, note, rawText, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { plainText } from './shown-text.ts';

/** A button, or the dialog that it opens, with its results. */
export const renderSearch: BlockRender = (block) => {
  const { properties, ui } = block;
  const label = { kind: 'title', text: plainText(properties.label) ?? 'Search' } as const;
  const how = hint('To search', { event: 'onSearch', payload: { value: 'WORDS' } });
  if (!ui.open)
    return [
      toNode('button', block, {
        actions: [],
        attributes: {
          disabled: Boolean(properties.disabled),
          shortcut: plainText(properties.shortcut) ?? 'mod+k',
        },
        parts: [label, how],
      }),
    ];
  const { recent = [] } = ui;
  const { query, total = 0, results = [] } = ui.found ?? {};
  return [
    toNode('modal', block, {
      actions: [],
      attributes: { open: true },
      parts: [
        label,
        fact('placeholder', plainText(properties.placeholder) ?? 'Search...'),
        how,
        ...(recent.length > 0
          ? [
              fact('recentSearches', recent),
              hint('To search again', { event: 'onSearch', payload: { recent: 0 } }),
            ]
          : []),
        fact('query', query),
        query === undefined ? undefined : field('Results', total),
        query !== undefined && total === 0
          ? note(properties.noResultsMessage ?? 'No results found.')
          : undefined,
        total > 0 ? hint('To choose', { event: 'onSelect', payload: { index: 0 } }) : undefined,
      ],
      children: results.map(toResult),
    }),
  ];
};

type Result = NonNullable<BlockSnapshot['ui']['found']>['results'][number];

function toResult({ group, title, description }: Result, index: number): ViewNode {
  const parts = [
    { kind: 'title' as const, text: title },
    rawText(description),
    group === undefined ? undefined : field('Group', group),
  ];
  return { tag: 'item', attributes: { index }, parts: parts.filter((part) => part !== undefined) };
}
