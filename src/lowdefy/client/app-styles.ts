import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientFacts } from './client-facts.ts';
import type { ClientPackages } from './client-packages.ts';

/** For `styles-process.ts`. */
export interface StylesJob {
  tool: 'tailwind' | 'less';
  /** The package of the tool. */
  folder: string;
  source: string;
  /** Where relative imports begin. */
  base: string;
  /** Tailwind: folders whose texts contain classes. Less: folders to import from. */
  scan: string[];
}

const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const PROCESS = fileURLToPath(new URL(`./styles-process.${suffix}`, import.meta.url));
const MAX_SECONDS = 120;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The style sheet of an app as the stock server makes it, from what the app's build generated: since Lowdefy 5 with Tailwind; before
 * that with Less, if the app changes Lowdefy's styles. Undefined if the client's own styles are all there is.
 */
export async function makeAppStyles(
  { build, plugins }: Pick<ClientFacts, 'build' | 'plugins'>,
  dir: string,
  packages: ClientPackages,
): Promise<string | undefined> {
  const { folderOf, blocks, isThemed } = packages;
  const globals = join(build, 'globals.css');
  if (isThemed && existsSync(globals)) {
    const own = plugins.flatMap((plugin) => (plugin.blocks === undefined ? [] : [dirname(plugin.blocks)]));
    return run({
      tool: 'tailwind',
      folder: needed('@tailwindcss/postcss'),
      source: toTailwindSource(
        readFileSync(globals, 'utf8'),
        (name) => fileOf(name, needed),
        join(dir, 'public'),
      ),
      base: build,
      scan: [...blocks.map(({ file }) => dirname(file)), ...own, join(build, 'pages')],
    });
  }
  const changes = join(dir, 'public', 'styles.less');
  if (isThemed || !existsSync(changes)) return undefined;
  const generated = join(build, 'plugins', 'styles.less');
  if (!existsSync(generated)) return undefined;
  const antd = dirname(needed('antd'));
  return run({
    tool: 'less',
    folder: needed('less'),
    source: toLessSource(readFileSync(generated, 'utf8'), (name) => fileOf(name, needed), changes),
    base: build,
    scan: [antd],
  });

  function needed(name: string): string {
    const folder = folderOf(name);
    if (folder === undefined) throw new Error(`the app's own Lowdefy has no ${name}`);
    return folder;
  }
}

/** A stylesheet of a package, by the name that imports give it. */
function fileOf(name: string, folderOf: (name: string) => string): string {
  const [, packageName = name, path = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(name) ?? [];
  const folder = folderOf(packageName);
  const paths = path === '' ? ['index.css'] : [path, join('dist', path)];
  return paths.map((one) => join(folder, one)).find((one) => existsSync(one)) ?? join(folder, path);
}

/** With the places of files instead of names: the build was made elsewhere, and the app's texts are scanned by us. */
export function toTailwindSource(
  css: string,
  fileOf: (name: string) => string,
  publicFolder: string,
): string {
  return css
    .replace(/@source [^;]+;/g, '')
    .replace(/@import "\.\/tailwind-candidates\.css";/, '')
    .replace(/@import "([^"]+)"/g, (_, name: string) => {
      const file = /\/public\/styles\.css$/.test(name) ? join(publicFolder, 'styles.css') : fileOf(name);
      return `@import ${JSON.stringify(file)}${name === 'tailwindcss' ? ' source(none)' : ''}`;
    });
}

export function toLessSource(less: string, fileOf: (name: string) => string, changes: string): string {
  return less.replace(
    /@import '([^']+)'/g,
    (_, name: string) =>
      `@import ${JSON.stringify(name.endsWith('public/styles.less') ? changes : fileOf(name))}`,
  );
}

/** Without the server's environment, which may have secrets. */
function run(job: StylesJob): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: {}, cwd: job.base, timeout: MAX_SECONDS * 1000, maxBuffer: MAX_BYTES };
    const child = execFile(process.execPath, [PROCESS], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else reject(new Error(reasonOf(stderr) ?? `${job.tool} failed`));
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(job));
  });
}

/** The line with the error, among those of the trace. */
function reasonOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error: /.test(line)) ?? lines.find((line) => /message: /.test(line));
}
