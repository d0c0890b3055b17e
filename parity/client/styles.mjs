import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isThemed } from './sources.mjs';

/** Short, not none: the components wait for the end of their animations. */
const STYLE = `
*, *::before, *::after { animation-duration: 1ms !important; animation-delay: 0s !important;
  transition-duration: 1ms !important; transition-delay: 0s !important; }
/* A person waits until a message is gone; here it only must not be in the way. */
.ant-message *, .ant-notification, .ant-notification * { pointer-events: none !important; }
`;

/** The order in which a stock server layers styles; it must come first in the page. */
const LAYERS = '@layer theme, base, antd, components, utilities;\n';

/** The style sheet of a stock server for these packages, and what is missing for it. */
export async function makeStyles(packages) {
  if (isThemed(packages)) {
    const { css, lacks } = await makeThemed(packages);
    return { css: `${LAYERS}${css}${STYLE}`, lacks };
  }
  const grids = ['alpine', 'balham', 'material'].map((name) => `ag-theme-${name}.css`);
  const wanted = [
    ['antd', 'dist/antd.css'],
    ...['ag-grid.css', ...grids].map((file) => ['@ag-grid-community/styles', file]),
  ];
  const files = wanted.flatMap(([name, file]) => {
    const folder = packages.folderOf(name);
    return folder ? [join(folder, file)] : [];
  });
  const lacks = wanted.filter(([name]) => !packages.folderOf(name)).map(([name]) => name);
  return {
    css: `${files.map((file) => `@import ${JSON.stringify(file)};`).join('\n')}\n${STYLE}`,
    lacks: [...new Set(lacks)],
  };
}

/** Tailwind with the classes that blocks use, and the grid of blocks. Antd makes its own in the page. */
async function makeThemed({ parts, folderOf }) {
  const grid = join(folderOf('@lowdefy/layout'), 'dist', 'grid.css');
  const plugin = folderOf('@tailwindcss/postcss');
  const tailwind = folderOf('tailwindcss');
  if (!plugin || !tailwind)
    return { css: `@import ${JSON.stringify(grid)};\n`, lacks: ['@tailwindcss/postcss', 'tailwindcss'] };
  const require = createRequire(join(plugin, 'package.json'));
  const { default: postcss } = await import(require.resolve('postcss'));
  const plugged = require('@tailwindcss/postcss');
  const sources = parts.blocks.map(({ file }) => `@source ${JSON.stringify(dirname(file))};`);
  const text = [
    `@import ${JSON.stringify(join(tailwind, 'index.css'))} source(none);`,
    `@import ${JSON.stringify(grid)};`,
    ...sources,
  ].join('\n');
  const made = await postcss([plugged({ base: dirname(grid) })]).process(text, {
    from: join(dirname(grid), 'globals.css'),
  });
  return { css: made.css, lacks: existsSync(grid) ? [] : ['@lowdefy/layout/grid.css'] };
}
