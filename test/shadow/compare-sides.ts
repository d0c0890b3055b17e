import type { EngineBlock } from '../../src/lowdefy/engine/engine-types.ts';
import type { Side } from './side.ts';

/** Where two sides differ, in any part that a client could see; the first few differences only. */
export function compareSides(stock: Side, incremental: Side): string[] {
  const [a, b] = [stock.blocks(), incremental.blocks()];
  const differences: string[] = [];
  const check = (what: string, one: unknown, other: unknown) => {
    const [left, right] = [toText(one), toText(other)];
    if (left !== right) differences.push(`${what}: ${left.slice(0, 300)} / ${right.slice(0, 300)}`);
  };
  check('blocks', a.map(nameOf), b.map(nameOf));
  for (const [index, block] of a.entries()) {
    const other = b[index];
    if (other)
      for (const part of partsOf(block))
        check(`${nameOf(block)} ${part}`, partOf(block, part), partOf(other, part));
  }
  check('state', stock.context.state, incremental.context.state);
  check('global', stock.lowdefy.lowdefyGlobal, incremental.lowdefy.lowdefyGlobal);
  check('updates', stock.updates.splice(0), incremental.updates.splice(0));
  return differences.slice(0, 5);
}

function partsOf(block: EngineBlock): string[] {
  // Newer blocks also have a function of such a name, which evaluates.
  const parts = Object.entries(block)
    .filter(([key, part]) => key.endsWith('Eval') && typeof part !== 'function')
    .map(([key]) => key);
  return [...parts, 'value', 'eval', 'update', 'showValidation'];
}

function partOf(block: EngineBlock, part: string): unknown {
  if (part !== 'eval') return (block as unknown as Record<string, unknown>)[part];
  // Histories have times in them.
  return { ...block.eval, events: undefined };
}

function nameOf({ blockId, type }: EngineBlock): string {
  return `${blockId} (${type})`;
}

/** More than JSON says: what is missing, errors, dates, and what functions return. */
function toText(value: unknown): string {
  const text = JSON.stringify(value, function replace(key, inner: unknown) {
    const raw = (this as Record<string, unknown>)[key];
    if (raw instanceof Date) return `[date ${raw.getTime()}]`;
    if (inner === undefined) return '[undefined]';
    if (inner instanceof Error) return `[error ${inner.message}]`;
    if (typeof inner === 'function') return `[function ${toText(resultOf(inner as () => unknown))}]`;
    if (typeof inner === 'number' && !Number.isFinite(inner)) return `[${inner}]`;
    return inner;
  });
  return text ?? '[undefined]';
}

function resultOf(call: (...args: unknown[]) => unknown): unknown {
  try {
    return call({ data: { id: 7 } }, 1);
  } catch (error) {
    return error;
  }
}
