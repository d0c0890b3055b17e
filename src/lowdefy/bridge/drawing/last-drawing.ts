import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { CHAT } from '../chat/draw-chat.ts';
import { blocksOf, isHidden } from '../locate-block.ts';
import { perTree } from '../per-tree.ts';
import type { PageUi } from '../saved/visit.ts';
import { steadyEval } from '../steady-eval.ts';
import type { Drawn } from './mount-blocks.ts';

/** What a drawing depends on besides its blocks. */
export interface DrawnFrom {
  tree: BlockTree;
  ui: string;
  mounted: Set<string>;
  count: number;
}

/** A block as it was drawn. */
interface Before {
  isHidden: boolean;
  isVisible: boolean;
  eval: EngineBlock['eval'];
}

/** Chats change by themselves. */
const hasChat = perTree((tree) => blocksOf(tree).some(({ type }) => type === CHAT));

/** The places of blocks in the page, by the id that the engine reports them with; the items of a list share theirs. */
const placesById = perTree((tree) => {
  const places = new Map<string, number[]>();
  for (const [at, { id }] of blocksOf(tree).entries()) {
    const known = places.get(id);
    if (known) known.push(at);
    else places.set(id, [at]);
  }
  return places;
});

export function drawnFrom(tree: BlockTree, { ui, mounted }: PageUi): DrawnFrom {
  return { tree, ui: hasChat(tree) ? '' : JSON.stringify(ui), mounted, count: mounted.size };
}

/**
 * The last drawing, if nothing appeared in it: until the page changes, another one would do the same. While only blocks
 * without content change, they are all that need be drawn.
 */
export class LastDrawing {
  #from: DrawnFrom | undefined;
  #before = new Map<EngineBlock, Before>();

  /** The changed blocks, if everything else is as it was drawn. `updated`: what the engine reported since. */
  changed({ tree, ui, mounted, count }: DrawnFrom, updated: ReadonlySet<string>): EngineBlock[] | undefined {
    const from = this.#from;
    if (from?.tree !== tree || ui === '' || from.ui !== ui) return undefined;
    if (from.mounted !== mounted || from.count !== count) return undefined;
    const places = placesById(tree);
    const blocks = blocksOf(tree);
    const changed: EngineBlock[] = [];
    const at = [...updated].flatMap((id) => places.get(id) ?? [-1]).sort((a, b) => a - b);
    // Of a block that is not on the page it is not known what else changed.
    if (at[0] === -1) return undefined;
    for (const place of at) {
      const block = blocks[place] as EngineBlock;
      const before = this.#before.get(block);
      if (before?.isHidden !== isHidden(block)) return undefined;
      if (before.eval === steadyEval(block)) continue;
      if (block.meta.category !== 'input' && block.meta.category !== 'display') return undefined;
      changed.push(block);
    }
    for (const block of changed) (this.#before.get(block) as Before).eval = steadyEval(block);
    return changed.filter((block) => this.#before.get(block)?.isVisible);
  }

  keep(from: DrawnFrom, drawn: readonly Drawn[]): void {
    const isQuiet = from.count === from.mounted.size && !drawn.some(({ enters }) => enters);
    this.#from = isQuiet ? from : undefined;
    this.#before.clear();
    if (!isQuiet) return;
    for (const block of blocksOf(from.tree))
      this.#before.set(block, { isHidden: isHidden(block), isVisible: false, eval: steadyEval(block) });
    for (const { block, isVisible } of drawn) {
      const before = this.#before.get(block);
      if (before && isVisible) before.isVisible = true;
    }
  }
}
