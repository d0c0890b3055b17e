import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clientStyles } from '../../dist/lowdefy/client/client-styles.js';
import { isThemed, scriptsIn } from './sources.mjs';

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
  const { folderOf, parts } = packages;
  const lacks = ['antd', '@ag-grid-community/styles'].filter((name) => !folderOf(name));
  return { css: `${clientStyles({ folderOf, blocks: parts.blocks, isThemed: false })}\n${STYLE}`, lacks };
}

/** Tailwind with the classes that blocks use, and the grid of blocks. Antd makes its own styles in the page. */
async function makeThemed({ parts, folderOf }) {
  const grid = `@import ${JSON.stringify(join(folderOf('@lowdefy/layout'), 'dist', 'grid.css'))};`;
  const [plugin, tailwind] = ['@tailwindcss/postcss', 'tailwindcss'].map(folderOf);
  if (!plugin || !tailwind) return { css: `${grid}\n`, lacks: ['@tailwindcss/postcss, tailwindcss'] };
  const require = createRequire(join(plugin, 'package.json'));
  const { compile } = require('@tailwindcss/node');
  const { Scanner } = require('@tailwindcss/oxide');
  const texts = parts.blocks.flatMap(({ file }) => scriptsIn(dirname(file)));
  const classes = new Scanner({}).scanFiles(texts.map((content) => ({ content, extension: 'js' })));
  const text = `@import ${JSON.stringify(join(tailwind, 'index.css'))} source(none);\n${grid}`;
  const compiler = await compile(text, { base: tailwind, onDependency() {} });
  return { css: compiler.build(classes), lacks: [] };
}
