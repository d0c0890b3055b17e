import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { BUNDLE_OPTIONS } from '../../dist/lowdefy/client/bundle-lowdefy.js';
import { iconsSource, packagesSource } from './sources.mjs';
import { makeStyles } from './styles.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const home = join(here, '..');
const OPTIONS = { ...BUNDLE_OPTIONS, absWorkingDir: home };

/**
 * The client of these packages as scripts and style sheets in a folder under parity/.out, made again when something of
 * it changed. `lacks` says what the packages do not have, or have in a form that cannot be bundled.
 */
export async function bundleClient(packages) {
  const name = `${packages.version}-${createHash('sha256').update(packages.folder).digest('hex').slice(0, 8)}`;
  const out = join(home, '.out', name);
  mkdirSync(out, { recursive: true });
  const done = join(out, 'lacks.json');
  const sources = [
    ...readdirSync(here).map((file) => join(here, file)),
    join(home, 'package-lock.json'),
    join(home, 'packages', 'read-packages.mjs'),
    ...Object.values(packages.parts).flatMap((part) => part.map(({ file }) => file)),
  ];
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(done) && statSync(done).mtimeMs > newest)
    return { out, lacks: JSON.parse(readFileSync(done, 'utf8')) };
  const { css, lacks } = await makeStyles(packages);
  const { parts, dropped } = await build(packages);
  if (dropped.length > 0) await bundle({ ...packages, parts });
  const all = [...lacks, ...dropped];
  writeFileSync(done, JSON.stringify(all));
  return { out, lacks: all };

  async function build(all) {
    try {
      await bundle(all);
      return { parts: all.parts, dropped: [] };
    } catch (error) {
      const usable = await dropBroken(all);
      if (usable.dropped.length === 0) throw new Error(`The client cannot be bundled: ${error.message}`);
      return usable;
    }
  }

  async function bundle(some) {
    const entryPoints = {
      watch: join(here, 'watch-work.mjs'),
      main: join(here, 'main.mjs'),
      style: 'virtual:style',
    };
    await esbuild.build({
      ...OPTIONS,
      entryPoints,
      outdir: out,
      plugins: [
        virtual('lowdefy-packages', packagesSource(some)),
        virtual('icons-in-use', iconsSource()),
        virtual('virtual:style', css, 'css'),
        ...resolving(some),
      ],
    });
  }
}

/** The parts that can be bundled each by itself. */
async function dropBroken(packages) {
  const dropped = [];
  const parts = {};
  for (const [part, found] of Object.entries(packages.parts)) {
    parts[part] = [];
    for (const one of found) {
      const entryPoints = [one.file];
      try {
        await esbuild.build({
          ...OPTIONS,
          entryPoints,
          outdir: '/',
          write: false,
          plugins: resolving(packages),
        });
        parts[part].push(one);
      } catch (error) {
        dropped.push(`${one.name} (${error.errors?.[0]?.text ?? error.message})`);
      }
    }
  }
  return { parts, dropped };
}

function virtual(name, contents, loader = 'js') {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
      build.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader, resolveDir: home }));
    },
  };
}

/** Our own modules get every package from the folder in question; modules of Node are empty, as stock servers make them. */
function resolving({ folderOf }) {
  const builtins = new RegExp(
    `^(node:)?(${builtinModules.filter((one) => !one.startsWith('_')).join('|')})$`,
  );
  return [
    {
      name: 'packages',
      setup(build) {
        build.onResolve({ filter: /^(@[\w-]+\/)?[\w-]+/ }, async ({ path, importer, kind, pluginData }) => {
          const isOurs = importer.startsWith(here) || /^(lowdefy-packages|icons-in-use)$/.test(importer);
          if (!isOurs || pluginData === 'again' || path.startsWith('/')) return undefined;
          const [name] = /^(@[^/]+\/)?[^/]+/.exec(path);
          const folder = folderOf(name);
          if (!folder) return { errors: [{ text: `The packages lack ${name}` }] };
          return build.resolve(path, { resolveDir: folder, kind, importer: '', pluginData: 'again' });
        });
        build.onResolve({ filter: builtins }, async ({ path, importer, kind, resolveDir, pluginData }) => {
          if (pluginData === 'again') return undefined;
          const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: 'again' });
          return found.errors.length > 0 ? { path, namespace: 'empty' } : found;
        });
        build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
      },
    },
  ];
}
