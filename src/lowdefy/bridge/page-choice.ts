import { TandemError } from '../../errors.ts';
import type { EngineBlock } from '../engine/engine-types.ts';

interface PageChoice {
  current: number;
  pageSize: number;
  skip: number;
}

/** The value that choosing a page of a Pagination gives; what is not said stays as it is. */
export function toPageChoice(block: EngineBlock, given: unknown): PageChoice {
  const { blockId, value } = block;
  const before = (value ?? {}) as Partial<PageChoice>;
  const now = { current: before.current || 1, pageSize: before.pageSize ?? 10 };
  const { current = now.current, pageSize = now.pageSize } = (given ?? {}) as Partial<
    Record<keyof PageChoice, unknown>
  >;
  if (typeof given !== 'object' || Array.isArray(given) || !isCount(current) || !isCount(pageSize))
    throw new TandemError(
      'invalid_input',
      `"${blockId}" needs the payload {"current": 2, "pageSize": 10}: whole numbers from 1.`,
    );
  const { total = 100, pageSizeOptions } = block.eval?.properties ?? {};
  const sizes = Array.isArray(pageSizeOptions) ? pageSizeOptions.map(Number) : [10, 20, 30, 40];
  if (pageSize !== now.pageSize && !sizes.includes(pageSize))
    throw new TandemError(
      'invalid_input',
      `"${blockId}" has no page size ${pageSize}. Sizes: ${sizes.join(', ')}.`,
    );
  const pages = Math.max(1, Math.ceil(Number(total) / pageSize));
  if (current > pages)
    throw new TandemError('invalid_input', `"${blockId}" has ${pages} pages; there is no page ${current}.`);
  return { current, pageSize, skip: (current - 1) * pageSize };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}
