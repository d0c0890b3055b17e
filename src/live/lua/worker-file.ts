/**
 * The file that all our threads start with. From TypeScript sources (tests) it is the built one, because Node 20
 * cannot run TypeScript.
 */
export function workerFile(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? '../../../dist/bundle/worker.js' : '../../bundle/worker.js', here);
}
