import type { PageView, ViewNode } from '../../view/view-node.ts';
import type { AppMenu, McpRender } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { renderBlock } from './render-block.ts';
import type { RenderContext, RowsToRender } from './render-context.ts';

export interface RenderPageInput {
  title: string;
  pageId: string;
  blocks: BlockSnapshot[];
  menus: AppMenu[];
  mcpRenders: Record<string, McpRender>;
  rows?: RowsToRender;
  mostOptions?: number;
  withRest?: boolean;
  uploads?: readonly string[];
}

interface Kept {
  /** What it depends on besides the block. */
  around: string;
  nodes: ViewNode[];
  warnings: string[];
}

const known = new WeakMap<BlockSnapshot, Kept>();

/** The page as a person would see it now, as plain data. What is made of the same snapshot is the same object. */
export function renderPage(page: RenderPageInput): { view: PageView; warnings: string[] } {
  const { rows, mostOptions, withRest, uploads, menus } = page;
  const around = JSON.stringify([page.pageId, rows, mostOptions, withRest, uploads, menus]);
  /** Of the block that is being rendered, and what is in it. */
  let [warnings, isKeepable] = [new Set<string>(), true];
  const context: RenderContext = {
    pageId: page.pageId,
    menus,
    mcpRenders: page.mcpRenders,
    ...(rows && { rows }),
    ...(mostOptions !== undefined && { mostOptions }),
    ...(withRest && { withRest: true }),
    ...(uploads && { uploads }),
    warn: (warning) => warnings.add(warning),
    renderBlocks: (blocks) => blocks.flatMap(render),
  };
  const nodes = context.renderBlocks(page.blocks);
  return { view: { title: page.title, pageId: page.pageId, nodes }, warnings: [...warnings] };

  function render(block: BlockSnapshot): ViewNode[] {
    const kept = known.get(block);
    if (kept?.around === around) {
      for (const warning of kept.warnings) warnings.add(warning);
      return kept.nodes;
    }
    const outer = { warnings, isKeepable };
    // A plugin may render the same block differently each time.
    [warnings, isKeepable] = [new Set(), !Object.hasOwn(page.mcpRenders, block.type)];
    const made = renderBlock(block, context);
    if (isKeepable) known.set(block, { around, nodes: made, warnings: [...warnings] });
    const inner = { warnings, isKeepable };
    warnings = new Set([...outer.warnings, ...inner.warnings]);
    isKeepable = outer.isKeepable && inner.isKeepable;
    return made;
  }
}
