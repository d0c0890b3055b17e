import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince45 } from '../block-generation.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import { keepSegment } from '../components/segments.ts';
import type { UiState } from '../ui-state.ts';
import { fillPhone } from './phone-number.ts';

/** What components write to their own values, or derive from them, as soon as they are drawn. */
export function fillOwnValues(block: EngineBlock, ui: UiState): void {
  fillPhone(block);
  if (block.type === 'SegmentedSelector') keepSegment(block, ui);
  if (!isSince45(block)) return;
  if (block.type === 'Pagination') fillPage(block, ui);
  if (block.type === 'ControlledList') fillList(block);
}

/** The page is complete: what its value lacks stays as before, or as the component starts. */
function fillPage(block: EngineBlock, ui: UiState): void {
  const { pageSizeOptions } = propertiesOf(block);
  const sizes = Array.isArray(pageSizeOptions) ? pageSizeOptions : [];
  const [current = 1, pageSize = sizes[0] ?? 10] = (ui.active[block.blockId] ?? []).map(Number);
  const given = (block.value ?? {}) as { current?: unknown; pageSize?: unknown };
  const next = {
    current: Number.isInteger(given.current) ? Number(given.current) : current,
    pageSize: Number.isInteger(given.pageSize) ? Number(given.pageSize) : Number(pageSize),
  };
  ui.active[block.blockId] = [String(next.current), String(next.pageSize)];
  const value = { ...next, skip: (next.current - 1) * next.pageSize };
  if (!isDeepStrictEqual(block.value, value)) block.setValue?.(value);
}

function fillList(block: EngineBlock): void {
  const { minItems = 0 } = propertiesOf(block);
  for (let missing = Number(minItems) - itemsOf(block); missing > 0; missing--) block.pushItem?.({});
}

function itemsOf({ subSlots, subAreas }: EngineBlock): number {
  return (subSlots ?? subAreas ?? []).length;
}
