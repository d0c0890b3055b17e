/** The page's tree in the words of any engine: blocks and areas have had three names for it. */
export const rootOf = ({ _internal: { RootSlots, RootAreas, RootBlocks } }) =>
  RootSlots ?? RootAreas ?? RootBlocks;

export function* blocksOf(tree) {
  const inner = tree.subSlots ?? tree.subAreas ?? tree.subBlocks;
  for (const { blocks = [] } of Object.values(tree.slots ?? tree.areas ?? {}))
    for (const block of blocks) {
      yield block;
      for (const inside of inner[block.id] ?? []) yield* blocksOf(inside);
    }
}

/** The page that is shown. */
export const contextOf = (lowdefy) => lowdefy.contexts[`page:${lowdefy.pageId}`];

export function categoryOf(lowdefy, { type }) {
  const { blockMetas, blockComponents } = lowdefy._internal;
  return (blockMetas?.[type] ?? blockComponents[type]?.meta)?.category;
}
