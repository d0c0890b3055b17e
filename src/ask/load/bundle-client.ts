import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';
import { TandemError } from '../../errors.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { ClientSource } from './client-source.ts';
import { describeBuildError, inputsOf, NO_ENDING } from './compile-module.ts';

export interface ClientBundle {
  js: string;
  css: string;
  /** Changes with the content. */
  version: string;
  /** Every file it was built from. */
  inputs: string[];
}

/** What the page already has and a tool's components must share: two copies of React do not work together. */
const SHARED = new Set(['react', 'react/jsx-runtime', 'react-dom', 'tandem-mcp/react']);
/** The names under which the page provides them. */
const SHARED_NAME = 'tandem.page-modules';

const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const OWN: Record<string, string> = {
  'tandem-mcp/ask': fileURLToPath(new URL(`../index.${suffix}`, import.meta.url)),
  'tandem-mcp/ask/client': fileURLToPath(new URL(`../client.${suffix}`, import.meta.url)),
};

const BUILDER = /\bask\/tool\/create-mcp-tool\.[jt]s$/;

/** A tool's client part as one module for the browser, with its styles. It does not contain the tool's own code. */
export async function bundleClient(source: ClientSource): Promise<ClientBundle> {
  const { build } = await import('esbuild');
  const absWorkingDir = dirname(source.plugin);
  try {
    const { outputFiles, metafile } = await build({
      entryPoints: [source.plugin],
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      outdir: '/client',
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      jsx: 'automatic',
      charset: 'utf8',
      logLevel: 'silent',
      absWorkingDir,
      loader: { ...NO_ENDING, '.svg': 'dataurl', '.png': 'dataurl', '.jpg': 'dataurl', '.webp': 'dataurl' },
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [pageModules, ...(source.toolFile ? [describedTool(source.toolFile)] : [])],
    });
    checkNoTool(metafile, basename(source.plugin));
    const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const [js, css] = [text('.js'), text('.css')];
    const version = createHash('sha256').update(js).update('\0').update(css).digest('base64url').slice(0, 16);
    return { js, css, version, inputs: inputsOf(metafile, absWorkingDir) };
  } catch (error) {
    if (error instanceof TandemError) throw error;
    throw new TandemError('invalid_config', describeBuildError(error), { cause: error });
  }
}

/** A file that imports the tool builder contains a tool, and with it what only the server may know. */
function checkNoTool({ inputs, outputs }: Metafile, plugin: string): void {
  const builder = Object.keys(inputs).find((path) => BUILDER.test(path));
  const isIn = Object.values(outputs).some((out) => (out.inputs[builder ?? '']?.bytesInOutput ?? 0) > 0);
  if (!isIn) return;
  const entry = OWN['tandem-mcp/ask'] as string;
  const files = Object.entries(inputs).flatMap(([path, { imports }]) =>
    imports.some((one) => entry.endsWith(one.path.replace(/^(?:\.\.\/)+/, ''))) ? [basename(path)] : [],
  );
  throw new TandemError(
    'invalid_config',
    `${plugin} would ship a tool to the browser with everything in its file (${files.join(', ')}). Import only its type and name it: makePlugin<typeof myTool>('my_tool').`,
  );
}

const pageModules: Plugin = {
  name: 'page-modules',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (SHARED.has(path)) return { path, namespace: 'page' };
      return Object.hasOwn(OWN, path) ? { path: OWN[path] as string } : undefined;
    });
    // CommonJS, because any name can be imported from it.
    build.onLoad({ filter: /.*/, namespace: 'page' }, ({ path }) => ({
      contents: `module.exports = globalThis[Symbol.for(${JSON.stringify(SHARED_NAME)})][${JSON.stringify(path)}];`,
    }));
  },
};

/**
 * A plugin imports its tool, but the tool's file belongs to the server: secrets, databases, node: modules. The
 * browser gets what a plugin needs of it, as data.
 */
function describedTool({ path: toolFile, exports }: NonNullable<ClientSource['toolFile']>): Plugin {
  return {
    name: 'described-tool',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === exports || kind === 'entry-point') return undefined;
        const found = await build.resolve(path, { kind, resolveDir, pluginData: exports });
        return found.path === toolFile ? { path: toolFile, namespace: 'tool' } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'tool' }, () => ({
        contents: Object.entries(exports)
          .map(([name, tool]) => `const t_${name} = ${describe(tool)};\nexport { t_${name} as ${name} };`)
          .join('\n'),
      }));
    },
  };
}

function describe({ name, description, questions }: AnyMcpTool): string {
  const described = Object.entries(questions).map(([key, { json, mcpCompatible }]) => [
    key,
    { json, mcpCompatible },
  ]);
  return JSON.stringify({ name, description, questions: Object.fromEntries(described) });
}
