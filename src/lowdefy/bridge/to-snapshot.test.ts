import { expect, test } from 'vitest';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { toSnapshot } from './to-snapshot.ts';
import { newUiState } from './ui-state.ts';

test('shortcut keys are listed by event, as the engine of Lowdefy 5 stores them', () => {
  const event = { actions: [], history: [], loading: false };
  const block = {
    blockId: 'save',
    type: 'Button',
    meta: { category: 'display' },
    Events: {
      events: {
        onClick: { ...event, shortcut: 'mod+S' },
        onSearch: { ...event, shortcut: ['mod+K', 'g s'] },
        onMount: { ...event, shortcut: null },
      },
    },
    methods: {},
  } as unknown as EngineBlock;
  const tree: BlockTree = { block, areas: {}, items: [] };
  expect(toSnapshot(tree, newUiState(), undefined)?.shortcuts).toEqual({
    onClick: ['mod+S'],
    onSearch: ['mod+K', 'g s'],
  });
});
