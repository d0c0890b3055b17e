import { isRecord } from '../../lib/is-record.ts';
import type { EngineBlock } from '../engine/engine-types.ts';

const MAX_DEPTH = 10;

/** The ids that the fields of the next item of a list would have, from the configuration of its items. */
export function itemFields(block: EngineBlock, categoryOf: (type: string) => string | undefined): string[] {
  const indices = block.blockId.split('.').filter((step) => /^\d+$/.test(step));
  return fieldsIn(block as unknown as Record<string, unknown>, 0);

  function fieldsIn({ areas, slots }: Record<string, unknown>, depth: number): string[] {
    if (depth > MAX_DEPTH) return [];
    return Object.values(asRecord(slots ?? areas))
      .flatMap((area) => asRecord(area).blocks ?? [])
      .flatMap((child) => {
        const config = asRecord(child);
        const category = categoryOf(String(config.type));
        const inside = category === 'list' ? [] : fieldsIn(config, depth + 1);
        const isField = category === 'list' || category?.startsWith('input');
        return isField ? [toItemId(String(config.blockId), indices), ...inside] : inside;
      });
  }
}

/** `orders.$.lines.$.sku` in the list `orders.3.lines` is `orders.3.lines.0.sku`. */
function toItemId(id: string, indices: string[]): string {
  const left = [...indices];
  return id
    .split('.')
    .map((step) => (step === '$' ? (left.shift() ?? '0') : step))
    .join('.');
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
