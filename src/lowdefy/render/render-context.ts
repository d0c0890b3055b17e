import type { ViewNode } from '../../view/view-node.ts';
import type { AppMenu, McpRender } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';

/** Which rows of a table, or items of a list, a reader asked for. */
export interface RowsToRender {
  blockId: string;
  from?: number;
  count?: number;
  /** Of options: those with this text in them. */
  query?: string;
}

export interface RenderContext {
  pageId: string;
  menus: AppMenu[];
  mcpRenders: Record<string, McpRender>;
  rows?: RowsToRender;
  /** The maximum number of options shown for an input. Default: as many as are useful to an agent. */
  mostOptions?: number;
  /** Whether tables also carry rows that are not shown, to find changes in them. */
  withRest?: boolean;
  /** Folders that files may be uploaded from, by path. */
  uploads?: readonly string[];
  /** Each is reported once per page. */
  warn(warning: string): void;
  /** Here, so that the renderers of containers need not import those of their content. */
  renderBlocks(blocks: BlockSnapshot[]): ViewNode[];
}

/** A block as nodes: none if there is nothing to see, several if it is replaced by its children. */
export type BlockRender = (block: BlockSnapshot, context: RenderContext) => ViewNode[];
