/** How messages name the block of a plugin's function that failed. */
export function pluginBlock(
  { type, blockId }: { type: string; blockId?: string },
  { plugin }: { plugin?: string },
): string {
  const of = plugin === undefined ? '' : ` (${plugin})`;
  return `block type ${type}${of}${blockId === undefined ? '' : ` at "${blockId}"`}`;
}
