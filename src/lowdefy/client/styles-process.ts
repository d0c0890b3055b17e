import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { StylesJob } from './app-styles.ts';

/** Makes a style sheet with the tools in an app's packages, whose code does not run in the server's process. */
async function main(): Promise<void> {
  const job: StylesJob = JSON.parse(await readAll(process.stdin));
  const css = job.tool === 'tailwind' ? await runTailwind(job) : await runLess(job);
  process.stdout.write(css);
}

interface Tailwind {
  compile(css: string, options: object): Promise<{ build(candidates: string[]): string }>;
  Scanner: new (
    options: object,
  ) => {
    scanFiles(files: { content: string; extension: string }[]): string[];
  };
}

/** With the classes that occur in the scripts and texts of these folders. */
async function runTailwind({ folder, source, base, scan }: StylesJob): Promise<string> {
  const require = createRequire(join(folder, 'package.json'));
  const { compile }: Pick<Tailwind, 'compile'> = require('@tailwindcss/node');
  const { Scanner }: Pick<Tailwind, 'Scanner'> = require('@tailwindcss/oxide');
  const compiler = await compile(source, { base, onDependency() {} });
  return compiler.build(new Scanner({}).scanFiles(scan.flatMap(textsIn)));
}

interface Less {
  render(source: string, options: object): Promise<{ css: string }>;
}

async function runLess({ folder, source, base, scan }: StylesJob): Promise<string> {
  const less: Less = createRequire(join(folder, 'package.json'))(folder);
  const { css } = await less.render(source, { javascriptEnabled: true, paths: [base, ...scan] });
  return css;
}

function textsIn(folder: string): { content: string; extension: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || !/\.(jsx?|mjs|tsx?|json)$/.test(entry.name)) return [];
    const content = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    if (!entry.name.endsWith('.json')) return [{ content, extension: 'js' }];
    return [{ content: stringsIn(JSON.parse(content)).join('\n'), extension: 'html' }];
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

await main();
