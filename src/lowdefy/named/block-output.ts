import type { McpOutput } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { toPlainOutput } from './plain-output.ts';
import { pluginBlock } from './plugin-block.ts';
import { stockOutput } from './stock-output.ts';

/** What plugins say, and where failures are reported. */
export interface OutputContext {
  mcpOutputs: Record<string, McpOutput>;
  /** Each is reported once per page. */
  warnings: Set<string>;
}

/**
 * The data that a block shows, as plain JSON: by its plugin's function, or as the stock block shows it. Undefined if
 * it shows none. A plugin's function is code of the app, so this runs where pages run.
 */
export function outputOfBlock(block: BlockSnapshot, context: OutputContext): unknown {
  const own = Object.hasOwn(context.mcpOutputs, block.type) ? context.mcpOutputs[block.type] : undefined;
  if (own) {
    try {
      return checkOutput(own({ value: block.value, properties: block.properties }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      context.warnings.add(
        `mcpOutput of ${pluginBlock(block, own)} failed, so the standard output is used: ${why.slice(0, 300)}`,
      );
    }
  }
  return toPlainOutput(stockOutput(block, (areas) => outputsIn(areas, context)));
}

/** What the blocks of a page show, by block id; blocks that show nothing, or are closed, are left out. */
export function outputsIn(
  areas: Record<string, BlockSnapshot[]>,
  context: OutputContext,
): Record<string, unknown> {
  const outputs: Record<string, unknown> = {};
  for (const block of Object.values(areas).flat()) {
    if (block.ui.open === false) continue;
    const output = outputOfBlock(block, context);
    if (output !== undefined && output !== null) outputs[block.blockId] = output;
    // The items of a list are part of its output.
    if (block.category !== 'list') Object.assign(outputs, outputsIn(block.areas, context));
  }
  return outputs;
}

function checkOutput(given: unknown): unknown {
  if (given === undefined || typeof given === 'function' || typeof given === 'symbol')
    throw new TypeError('it returned no data.');
  if (given instanceof Promise) throw new TypeError('it returned a promise.');
  return toPlainOutput(given);
}
