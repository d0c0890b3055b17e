import type { ViewNode } from '../../view/view-node.ts';
import type { AppMenu, McpRender } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';

/** Which rows of a table, or items of a list, a reader asked for. */
export interface RowsToRender {
  blockId: string;
  from?: number;
  count?: number;
}

export interface RenderContext {
  pageId: string;
  menus: AppMenu[];
  mcpRenders: Record<string, McpRender>;
  rows?: RowsToRender;
  /** How many options of an input are shown at most, unless as many as an agent can do with. */
  mostOptions?: number;
  /** Folders that files may be uploaded from, by their paths. */
  uploads?: readonly string[];
  /** Each is said once for a page. */
  warnings: Set<string>;
  /** Here, so that the renders of containers need not know those of what is in them. */
  renderBlocks(blocks: BlockSnapshot[]): ViewNode[];
}

/** A block as nodes: none when there is nothing to see, several when only its children are. */
export type BlockRender = (block: BlockSnapshot, context: RenderContext) => ViewNode[];
