/** Where a path of the server is, seen from this page. Every address that a page asks for is made here. */
export function serverPath(path: string): string {
  return path;
}
