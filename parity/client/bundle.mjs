import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const home = join(here, '..');
const modules = join(home, 'node_modules');

/** Short, not none: the components wait for the end of their animations. */
const STYLE = `
*, *::before, *::after { animation-duration: 1ms !important; animation-delay: 0s !important;
  transition-duration: 1ms !important; transition-delay: 0s !important; }
/* A person waits until a message is gone; here it only must not be in the way. */
.ant-message *, .ant-notification, .ant-notification * { pointer-events: none !important; }
`;

/** The client as one script and one style sheet in parity/.out; made again when something of it changed. */
export async function bundleClient() {
  const out = join(home, '.out');
  mkdirSync(out, { recursive: true });
  const sources = [...readdirSync(here).map((name) => join(here, name)), join(home, 'package-lock.json')];
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  const script = join(out, 'main.js');
  if (existsSync(script) && statSync(script).mtimeMs > newest) return out;
  await esbuild.build({
    absWorkingDir: home,
    entryPoints: {
      watch: join(here, 'watch-work.mjs'),
      main: join(here, 'main.mjs'),
      style: 'virtual:style',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    outdir: out,
    define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
    loader: { '.svg': 'dataurl', '.woff': 'dataurl', '.png': 'dataurl' },
    logLevel: 'error',
    plugins: [virtual('icons-in-use', iconsInUse()), virtual('virtual:style', styles(), 'css')],
  });
  return out;
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

/** The stock blocks name their icons as strings. */
function iconsInUse() {
  const names = new Set(['AiOutlineLoading3Quarters', 'AiOutlineExclamationCircle', 'AiOutlineMenuFold']);
  for (const scope of readdirSync(join(modules, '@lowdefy')))
    if (scope.startsWith('blocks-'))
      for (const file of readdirSync(join(modules, '@lowdefy', scope, 'dist'), { recursive: true }))
        if (file.endsWith('.js'))
          for (const [name] of readFileSync(join(modules, '@lowdefy', scope, 'dist', file), 'utf8').matchAll(
            /\bAi(?:Outline|Fill)[A-Z]\w+/g,
          ))
            names.add(name);
  return `export { ${[...names].join(', ')} } from 'react-icons/ai';`;
}

function styles() {
  const grids = ['alpine', 'balham', 'material'].map((name) => `ag-theme-${name}.css`);
  const files = ['ag-grid.css', ...grids].map((name) => `@ag-grid-community/styles/${name}`);
  return `${['antd/dist/antd.css', ...files].map((file) => `@import '${file}';`).join('\n')}\n${STYLE}`;
}
