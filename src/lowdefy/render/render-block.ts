import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { renderByCategory } from './by-category.ts';
import { renderCustom } from './custom-render.ts';
import type { RenderContext } from './render-context.ts';
import { RENDERERS } from './renderers.ts';

/** A block as nodes: by its plugin's renderer, by its type, or by its category if neither exists or works. */
export function renderBlock(block: BlockSnapshot, context: RenderContext): ViewNode[] {
  const custom = Object.hasOwn(context.mcpRenders, block.type) ? context.mcpRenders[block.type] : undefined;
  if (custom) {
    try {
      return renderCustom(block, custom, context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.warn(`mcpRender of ${block.type} failed at "${block.blockId}": ${reason.slice(0, 300)}`);
      return renderByCategory(block, context);
    }
  }
  const render = RENDERERS.get(block.type);
  if (!render) {
    context.warn(`Blocks of type ${block.type} are shown by their category, ${block.category}, only.`);
    return renderByCategory(block, context);
  }
  return render(block, context);
}
