/** `lines.$.price` for `lines.1.price`: the block as built. */
export function toListPath(blockId: string): string {
  return blockId.replace(/\.\d+(?=\.|$)/g, '.$');
}

/** `lines.$.price` of the second line: `lines.1.price`. */
export function atIndices(path: string, indices: readonly (number | string)[]): string {
  let next = 0;
  return path
    .split('.')
    .map((part) => (part === '$' ? String(indices[next++] ?? part) : part))
    .join('.');
}
