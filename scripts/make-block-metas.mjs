#!/usr/bin/env node
// Writes src/lowdefy/app/block-metas.json from installed block packages. Run it when the Lowdefy version changes:
//   mkdir /tmp/blocks && cd /tmp/blocks
//   npm i --ignore-scripts @lowdefy/blocks-{aggrid,antd,basic,color-selectors,echarts,google-maps,loaders,markdown,qr}@<version> @lowdefy/plugin-aws@<version>
//   node scripts/make-block-metas.mjs /tmp/blocks
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node scripts/make-block-metas.mjs <folder with node_modules>');
  process.exit(1);
}

const scope = resolve(folder, 'node_modules/@lowdefy');
const metas = {};
for (const name of readdirSync(scope).filter((name) => name.startsWith('blocks-') || name === 'plugin-aws')) {
  const blocks = await import(pathToFileURL(join(scope, name, 'dist/blocks.js')).href);
  for (const [type, { meta }] of Object.entries(blocks)) {
    const { category, valueType, initValue } = meta;
    metas[type] = { category, valueType, initValue, package: `@lowdefy/${name}` };
  }
}

const sorted = Object.fromEntries(Object.entries(metas).sort(([a], [b]) => (a < b ? -1 : 1)));
const target = resolve(import.meta.dirname, '../src/lowdefy/app/block-metas.json');
writeFileSync(target, `${JSON.stringify(sorted, null, 2)}\n`);
console.error(`${Object.keys(sorted).length} block types written to ${target}`);
