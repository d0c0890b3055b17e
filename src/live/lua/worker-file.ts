/** The file that every thread of ours starts with. From TypeScript sources (tests) it is the built one: Node 20 reads no TypeScript. */
export function workerFile(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? '../../../dist/live/lua/worker.js' : './worker.js', here);
}
