import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { CHAT } from '../chat/draw-chat.ts';
import { blocksOf, isHidden } from '../locate-block.ts';
import { perTree } from '../per-tree.ts';
import type { PageUi } from '../saved/visit.ts';
import type { Drawn } from './mount-blocks.ts';

/** Everything that a drawing depends on. */
export interface DrawnFrom {
  tree: BlockTree;
  ui: string;
  mounted: Set<string>;
  count: number;
  evals: EngineBlock['eval'][];
  hidden: boolean[];
}

/** Chats change by themselves. */
const hasChat = perTree((tree) => blocksOf(tree).some(({ type }) => type === CHAT));

export function drawnFrom(tree: BlockTree, { ui, mounted }: PageUi): DrawnFrom {
  const blocks = blocksOf(tree);
  return {
    tree,
    ui: hasChat(tree) ? '' : JSON.stringify(ui),
    mounted,
    count: mounted.size,
    evals: blocks.map((block) => block.eval),
    hidden: blocks.map(isHidden),
  };
}

/**
 * The last drawing, if nothing appeared in it: until the page changes, another one would do the same. While only blocks
 * without content change, they are all that need be drawn.
 */
export class LastDrawing {
  #from: DrawnFrom | undefined;
  #visible = new Set<EngineBlock>();

  /** The changed blocks, if everything else is as it was drawn. */
  changed(now: DrawnFrom): EngineBlock[] | undefined {
    const from = this.#from;
    const { tree, ui, mounted, count } = now;
    if (from?.tree !== tree || ui === '' || from.ui !== ui) return undefined;
    if (from.mounted !== mounted || from.count !== count) return undefined;
    const changed: EngineBlock[] = [];
    for (const [at, block] of blocksOf(tree).entries()) {
      if (from.hidden[at] !== now.hidden[at]) return undefined;
      if (from.evals[at] === now.evals[at]) continue;
      if (block.meta.category !== 'input' && block.meta.category !== 'display') return undefined;
      changed.push(block);
    }
    this.#from = now;
    return changed.filter((block) => this.#visible.has(block));
  }

  keep(from: DrawnFrom, drawn: readonly Drawn[]): void {
    const isQuiet = from.count === from.mounted.size && !drawn.some(({ enters }) => enters);
    this.#from = isQuiet ? from : undefined;
    this.#visible = new Set(drawn.filter(({ isVisible }) => isVisible).map(({ block }) => block));
  }
}
