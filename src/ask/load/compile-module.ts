import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Metafile, Plugin, PluginBuild } from 'esbuild';
import { TandemError } from '../../errors.ts';
import { consoleLine } from './tool-console.ts';

export interface CompiledModule {
  code: string;
  /** Every file it was compiled from: a change of any of them requires compiling again. */
  inputs: string[];
}

/** Our own modules that a tool's file imports. They are bundled into the tool, so a folder needs no install. */
const OWN = 'tandem-mcp/ask';
/** Resolved from our installation if the folder has none. */
const LENT = new Set(['zod', 'ai']);
/** An import of "seed" must mean seed.ts, not a file without extension next to it, which is not code. */
export const NO_ENDING = { '': 'text' } as const;
const SOURCE = /\.(?:[cm]?ts|[jt]sx)$/;

const ownEntry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js', import.meta.url),
);

/** TypeScript, JSX and relative imports as one module, in memory; packages are not bundled. */
export async function compileModule(path: string): Promise<CompiledModule> {
  // Loaded when there is something to compile: it starts a separate process.
  const { build } = await import('esbuild');
  const url = pathToFileURL(path).href;
  try {
    const result = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
      absWorkingDir: dirname(path),
      loader: NO_ENDING,
      define: {
        'import.meta.url': JSON.stringify(url),
        'import.meta.filename': JSON.stringify(path),
        'import.meta.dirname': JSON.stringify(dirname(path)),
      },
      banner: { js: consoleLine(nameOf(path)) },
      plugins: [packages],
    });
    return { code: result.outputFiles[0]?.text ?? '', inputs: inputsOf(result.metafile, dirname(path)) };
  } catch (error) {
    throw new TandemError('invalid_config', describeBuildError(error), { cause: error });
  }
}

const packages: Plugin = {
  name: 'packages',
  setup(build) {
    // Everything that is not a path.
    build.onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === packages || kind === 'entry-point') return undefined;
      if (path.startsWith('node:')) return { path, external: true };
      if (path === OWN) return { path: ownEntry };
      const found = await resolve(build, path, resolveDir);
      if (!found) return undefined;
      // A package of sources, as in workspaces, is part of the tool.
      return SOURCE.test(found) ? { path: found } : { path: pathToFileURL(found).href, external: true };
    });
  },
};

async function resolve(build: PluginBuild, path: string, resolveDir: string): Promise<string | undefined> {
  const places = LENT.has(path.split('/')[0] ?? '') ? [resolveDir, dirname(ownEntry)] : [resolveDir];
  for (const place of places) {
    const options = { kind: 'import-statement', resolveDir: place, pluginData: packages } as const;
    const { path: found, errors, external } = await build.resolve(path, options);
    if (errors.length === 0 && !external) return found;
    if (external) return undefined;
  }
  return undefined;
}

/** The files a bundle was made of. */
export function inputsOf({ inputs }: Metafile, dir: string): string[] {
  return (
    Object.keys(inputs)
      // Modules that a build plugin generated have names such as `page:react`.
      .filter((input) => !/^\w+:/.test(input))
      .map((input) => fileURLToPath(new URL(input, pathToFileURL(`${dir}/`))))
  );
}

/** `tool.ts:3:10: Expected ";" but found "x"`, only the first few. */
export function describeBuildError(error: unknown): string {
  const errors = (error as { errors?: { text: string; location: Place | null }[] }).errors;
  if (!errors) return error instanceof Error ? error.message : String(error);
  return errors
    .slice(0, 3)
    .map(({ text, location }) =>
      location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text,
    )
    .join('; ');
}

interface Place {
  file: string;
  line: number;
  column: number;
}

/** `tools/booking/tool.ts` is booking, `tools/booking.ts` is booking.ts. */
function nameOf(path: string): string {
  return basename(path) === 'tool.ts' ? basename(dirname(path)) : basename(path);
}
