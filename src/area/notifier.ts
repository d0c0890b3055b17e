/** How areas tell clients that what they saw has changed, in whatever way each client's era has for it. */
export interface Notifier {
  toolsChanged(): void;
  promptsChanged(): void;
  resourcesChanged(): void;
  /** Tells subscribers of `uri`; only those of one user when the resource is theirs. */
  resourceUpdated(uri: string, options?: { userId?: string }): void;
}
