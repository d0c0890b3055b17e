import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import metas from '../../../src/lowdefy/app/block-metas.json' with { type: 'json' };
import {
  GENERATION_4_5,
  GENERATION_5,
  installGeneration,
} from '../../fixtures/generations/install-generation.ts';
import { type Cleanup, tempDir } from '../harness.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const GENERATIONS = { '4.5': GENERATION_4_5, '5': GENERATION_5 };
/** Blocks that 4.0 does not have. */
const ADDED = {
  S3Download: { category: 'display' },
  S3UploadDragger: { category: 'input', valueType: 'object' },
};

/** The folder of an app that uploads and downloads files, on this generation. */
export function copyFilesApp(cleanup: Cleanup, storage: string, name: '4.0' | '4.5' | '5' = '4.0'): string {
  const dir = join(tempDir(cleanup), 'files');
  cpSync(path('files'), dir, { recursive: true });
  cpSync(path('components/log.yaml'), join(dir, 'log.yaml'));
  cpSync(path('../../fixtures/plugins/storage'), join(dir, 'plugins/storage'), { recursive: true });
  const words = name === '4.0' ? undefined : GENERATIONS[name];
  const main = {
    lowdefy: words?.version ?? '4.0.0-rc.11',
    plugins: [{ name: 'storage-plugin', version: 'workspace:*' }],
    connections: [{ id: 'storage', type: 'Storage', properties: { url: storage } }],
    pages: ['files.yaml', ...(words ? ['newer.yaml'] : [])].map((file) => ({ _ref: file })),
  };
  writeFileSync(join(dir, 'lowdefy.yaml'), JSON.stringify(main, null, 2));
  if (words) installGeneration(dir, words, { metas: { ...metas, ...ADDED } });
  return dir;
}
