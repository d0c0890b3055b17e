import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What a function of the app returns, as the build would call it; undefined if it fails, which the build reports. */
export async function callCode(file: string, ...args: unknown[]): Promise<unknown> {
  try {
    // Another version of the file is another module.
    const version = statSync(file).mtimeMs;
    const module = await import(`${pathToFileURL(file).href}?checked=${version}`);
    return await module.default(...args);
  } catch {
    return undefined;
  }
}

/** A template with its variables filled in; undefined if it cannot be rendered, which the build reports. */
export async function renderTemplate(
  load: (name: string) => Promise<Record<string, unknown> | undefined>,
  template: string,
  vars: unknown,
): Promise<string | undefined> {
  try {
    const module = await load('@lowdefy/nunjucks');
    const parse = module?.nunjucksFunction ?? module?.default;
    if (typeof parse !== 'function') return undefined;
    const rendered: unknown = parse(template)(vars);
    return typeof rendered === 'string' ? rendered : undefined;
  } catch {
    return undefined;
  }
}
