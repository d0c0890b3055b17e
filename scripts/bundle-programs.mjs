import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from './run.mjs';

const dist = join(root, 'dist');
const outdir = join(dist, 'bundle');

/** What an app's processes load of the Lowdefy that comes with Tandem, by package. */
const LOWDEFY = {
  'actions-core': ['actions'],
  api: [''],
  build: [''],
  engine: [''],
  helpers: [''],
  nunjucks: [''],
  'operators-change-case': ['operators/client', 'operators/server'],
  'operators-diff': ['operators/client', 'operators/server'],
  'operators-js': ['operators/client', 'operators/server'],
  'operators-moment': ['operators/client', 'operators/server'],
  'operators-mql': ['operators/client', 'operators/server'],
  'operators-nunjucks': ['operators/client', 'operators/server'],
  'operators-uuid': ['operators/client', 'operators/server'],
  'operators-yaml': ['operators/client', 'operators/server'],
};

/** The types that this Lowdefy provides, which its build keeps in a file of its own. */
const TYPES_ENTRY = 'lowdefy.build.defaultTypesMap';

/** Installed on request, native, or with files of their own beside their modules. */
const NOT_BUNDLED = ['ai', 'encoding', 'esbuild', 'knex', 'libsql', 'mongodb', 'pg', 'wasmoon-lua5.1'];

/** What libraries import that contains the server. The rest of the public modules also go into browsers, one by one. */
const LIBRARIES = ['index', 'chat/index', 'stores/index'];

/**
 * The command line, its threads, the processes of apps and the Lowdefy they load by default, in few files: Node spends
 * most of the time of a start on finding and reading modules, hundreds of small ones otherwise.
 */
export async function bundlePrograms() {
  const programs = await bundle({
    main: join(dist, 'cli', 'main.js'),
    worker: join(dist, 'live', 'lua', 'worker.js'),
    ...Object.fromEntries(LIBRARIES.map((name) => [name, join(dist, `${name}.js`)])),
  });
  const processes = await bundle({ ...processEntries(), ...lowdefyEntries() });
  writeFileSync(join(dist, 'cli', 'main.js'), "#!/usr/bin/env node\nimport '../bundle/main.js';\n");
  for (const name of LIBRARIES) writeReExport(join(dist, `${name}.js`), name, programs.outputs);
  writeStockPackages(processes.outputs);
  const { thirdPartyNotices } = await import('../dist/lowdefy/client/third-party-notices.js');
  const inputs = [programs, processes]
    .flatMap((one) => Object.keys(one.inputs))
    .map((path) => join(root, path));
  writeFileSync(join(outdir, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(inputs));
}

/** Returns what is in it. */
async function bundle(entryPoints) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: NOT_BUNDLED,
    // Its main file loads the others in a way that bundlers do not see.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [keepAddresses(), oneAjv(), oneLanguage()],
    // Compiling is half of a start, and its time goes with the length of what is compiled. Names stay, for stack traces.
    minifyWhitespace: true,
    legalComments: 'none',
    // Packages that are not modules call require for Node's own.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

function processEntries() {
  const names = ['build-process', 'page-process', 'request-process'];
  return Object.fromEntries(names.map((name) => [name, join(dist, 'lowdefy', 'processes', `${name}.js`)]));
}

function lowdefyEntries() {
  const entries = { [TYPES_ENTRY]: join(root, 'node_modules/@lowdefy/build/dist/defaultTypesMap.js') };
  for (const [name, subpaths] of Object.entries(LOWDEFY))
    for (const subpath of subpaths)
      entries[lowdefyEntry(name, subpath)] = ['@lowdefy', name, subpath].filter(Boolean).join('/');
  return entries;
}

function lowdefyEntry(name, subpath) {
  return ['lowdefy', name, ...subpath.split('/')].filter(Boolean).join('.');
}

/**
 * The Lowdefy that comes with Tandem as packages whose modules are those of the bundle: an app's packages are found, compared and
 * loaded in the same way, whether they are these or its own.
 */
function writeStockPackages(outputs) {
  for (const [short, subpaths] of Object.entries(LOWDEFY)) {
    const name = `@lowdefy/${short}`;
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    const about = { name, version, type: 'module', main: 'index.js' };
    const folder = join(dist, 'stock', name);
    for (const subpath of subpaths)
      writeReExport(join(folder, `${subpath || 'index'}.js`), lowdefyEntry(short, subpath), outputs);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  }
  writeReExport(join(dist, 'stock/@lowdefy/build/dist/defaultTypesMap.js'), TYPES_ENTRY, outputs);
}

/** A module that is one of the bundle. */
function writeReExport(file, entry, outputs) {
  const target = join(outdir, `${entry}.js`);
  const path = relative(dirname(file), target).replaceAll('\\', '/');
  const from = `'${path.startsWith('.') ? path : `./${path}`}'`;
  const hasDefault = outputs[relative(root, target).replaceAll('\\', '/')].exports.includes('default');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export * from ${from};\n${hasDefault ? `export { default } from ${from};\n` : ''}`);
}

/** ajv-errors generates code for exactly the ajv it is used with: the one of `@lowdefy/ajv`. */
function oneAjv() {
  const { resolve } = createRequire(join(root, 'node_modules', '@lowdefy', 'ajv', 'package.json'));
  return {
    name: 'one-ajv',
    setup({ onResolve }) {
      onResolve({ filter: /^ajv(\/|$)/ }, ({ path, importer }) =>
        importer.includes('/ajv-errors/') ? { path: resolve(path) } : undefined,
      );
    },
  };
}

/** zod brings its messages in fifty languages; nothing asks for another than English. */
function oneLanguage() {
  return {
    name: 'one-language',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
        contents: "export { default as en } from './en.js';\n",
        loader: 'js',
      }));
    },
  };
}

/** Our modules find their data and each other relative to where they were before. */
function keepAddresses() {
  return {
    name: 'keep-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(`${dist}/`)) return undefined;
        const address = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
        // Not where its name is in quotes: tools are compiled with a value for it.
        const contents = readFileSync(path, 'utf8').replaceAll(/(?<!['"`])import\.meta\.url/g, address);
        return { contents, loader: 'js' };
      });
    },
  };
}
