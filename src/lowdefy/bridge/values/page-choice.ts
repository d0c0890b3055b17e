import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';

interface PageChoice {
  current: number;
  pageSize: number;
  skip: number;
}

/** From this many items on, the component offers the size by itself. */
const MANY = 50;

/** The value of choosing a page of a Pagination; what is not given stays unchanged. */
export function toPageChoice(block: EngineBlock, given: unknown): PageChoice {
  const { blockId } = block;
  const { total = 100, pageSizeOptions, showSizeChanger } = block.eval?.properties ?? {};
  const before = currentPage(block);
  const { current, pageSize = before.pageSize } = (given ?? {}) as Record<string, unknown>;
  const isPage = current === undefined || isCount(current);
  if (typeof given !== 'object' || Array.isArray(given) || !isPage || !isCount(pageSize))
    throw new TandemError(
      'invalid_input',
      `"${blockId}" needs the payload {"current": 2, "pageSize": 10}: whole numbers from 1.`,
    );
  if (pageSize !== before.pageSize) {
    const sizes = Array.isArray(pageSizeOptions) ? pageSizeOptions.map(Number) : [10, 20, 30, 40];
    if (!(showSizeChanger ?? Number(total) > MANY))
      throw new TandemError('forbidden', `"${blockId}" has a fixed page size.`);
    if (!sizes.includes(pageSize))
      throw new TandemError(
        'invalid_input',
        `"${blockId}" has no page size ${pageSize}. Sizes: ${sizes.join(', ')}.`,
      );
  }
  const pages = Math.max(1, Math.ceil(Number(total) / pageSize));
  // Larger pages are fewer: a position beyond the last page becomes the last page.
  const chosen = typeof current === 'number' ? current : Math.min(before.current, pages);
  if (chosen > pages)
    throw new TandemError('invalid_input', `"${blockId}" has ${pages} pages; there is no page ${chosen}.`);
  return { current: chosen, pageSize, skip: (chosen - 1) * pageSize };
}

/** As the component reads its value. */
export function currentPage(block: EngineBlock): { current: number; pageSize: number } {
  const { current, pageSize } = (block.value ?? {}) as Record<string, unknown>;
  const { pageSizeOptions } = block.eval?.properties ?? {};
  const standard = Array.isArray(pageSizeOptions) ? Number(pageSizeOptions[0]) : 10;
  return {
    current: typeof current === 'number' ? current : 1,
    pageSize: typeof pageSize === 'number' ? pageSize : standard,
  };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}
