/** The most items that are in ascending order already, in that order: the rest has to move. */
export function longestRun<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  const ranks = items.map(rankOf);
  /** By length, less one: the last item of the run of that length that ends lowest. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  ranks.forEach((rank, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranks[ends[middle] ?? 0] ?? 0) < rank) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  });
  const run: Item[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.push(items[at] as Item);
  return run.reverse();
}
