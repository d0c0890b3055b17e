/**
 * Gives the frame a storage that ends with it. Its origin is opaque, so the browser's own throws, and the client asks it for the
 * choice of light or dark.
 */
export function installFrameStorage(): void {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: unknown) => void values.set(key, String(value)),
    removeItem: (key: string) => void values.delete(key),
  };
  Object.defineProperty(window, 'localStorage', { value: storage });
}
