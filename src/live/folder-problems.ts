import { existsSync } from 'node:fs';

/** Why files of the folder cannot be used, by file, as long as it is so. */
export class FolderProblems {
  readonly #texts = new Map<string, string>();

  set(file: string, text: string): void {
    this.#texts.set(file, text);
  }

  delete(file: string): void {
    this.#texts.delete(file);
  }

  /** All views that cannot be used, with the reason; returns those that are news. */
  setBrokenViews(broken: ReadonlyMap<string, string>): string[] {
    for (const file of this.#texts.keys())
      if (file.endsWith('.html') && !broken.has(file)) this.#texts.delete(file);
    const texts = [...broken].map(([file, reason]) => ({ file, text: `${file}: ${reason}` }));
    const news = texts.filter(({ file, text }) => this.#texts.get(file) !== text);
    for (const { file, text } of news) this.#texts.set(file, text);
    return news.map(({ text }) => text);
  }

  list(): string[] {
    // A deleted file has no problems.
    return [...this.#texts].filter(([file]) => existsSync(file)).map(([, text]) => text);
  }
}
