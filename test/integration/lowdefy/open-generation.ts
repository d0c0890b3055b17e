import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import metas from '../../../src/lowdefy/app/block-metas.json' with { type: 'json' };
import {
  GENERATION_4_5,
  GENERATION_5,
  installGeneration,
} from '../../fixtures/generations/install-generation.ts';
import { type Cleanup, tempDir } from '../harness.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** What is read from the app's own blocks, as written in them. */
const BLOCKS = {
  'package.json': '{ "name": "@lowdefy/blocks-antd", "exports": { "./blocks": "./blocks.js" } }',
  'blocks.js': "export { default as Pagination } from './Pagination.js';\n",
  'Pagination.js':
    "Pagination.meta = { valueType: 'object', initValue: { current: 1 }, category: 'input' };\n",
};

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Components on an engine of a newer generation, by its recorded shape. */
export async function openGeneration(cleanup: Cleanup, name: '4.5' | '5'): Promise<Workbench> {
  const words = name === '5' ? GENERATION_5 : GENERATION_4_5;
  const dir = join(tempDir(cleanup), 'generation');
  cpSync(path('generations'), dir, { recursive: true });
  cpSync(path('components/log.yaml'), join(dir, 'log.yaml'));
  const main = join(dir, 'lowdefy.yaml');
  writeFileSync(main, readFileSync(main, 'utf8').replace('VERSION', words.version));
  installGeneration(dir, words, { metas: { ...metas, Popover: { category: 'container' } } });
  const blocks = join(dir, '.lowdefy/server/node_modules/@lowdefy/blocks-antd');
  mkdirSync(blocks, { recursive: true });
  for (const [file, text] of Object.entries(BLOCKS)) writeFileSync(join(blocks, file), text);
  return openWorkbench(cleanup, dir);
}
