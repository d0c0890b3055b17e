import type { PageView } from '../../view/view-node.ts';
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

/** The page as a person would see it now, as plain data. */
export function renderPage(page: RenderPageInput): { view: PageView; warnings: string[] } {
  const context: RenderContext = {
    pageId: page.pageId,
    menus: page.menus,
    mcpRenders: page.mcpRenders,
    ...(page.rows && { rows: page.rows }),
    ...(page.mostOptions !== undefined && { mostOptions: page.mostOptions }),
    ...(page.withRest && { withRest: true }),
    ...(page.uploads && { uploads: page.uploads }),
    warnings: new Set(),
    renderBlocks: (blocks) => blocks.flatMap((block) => renderBlock(block, context)),
  };
  const nodes = context.renderBlocks(page.blocks);
  return { view: { title: page.title, pageId: page.pageId, nodes }, warnings: [...context.warnings] };
}
