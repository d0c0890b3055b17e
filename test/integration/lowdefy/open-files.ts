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
import { testGeneration } from './test-lowdefy.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const GENERATIONS = { '4.5': GENERATION_4_5, '5': GENERATION_5 };
/** Blocks that 4.0 does not have. */
const ADDED = {
  S3Download: { category: 'display' },
  S3UploadDragger: { category: 'input', valueType: 'object' },
};

/** The folder of an app that uploads and downloads files, on the packages that are tested or on a recorded generation. */
export function copyFilesApp(cleanup: Cleanup, storage: string, name: 'own' | '4.5' | '5' = 'own'): string {
  const dir = join(tempDir(cleanup), 'files');
  cpSync(path('files'), dir, { recursive: true });
  cpSync(path('components/log.yaml'), join(dir, 'log.yaml'));
  cpSync(path('../../fixtures/plugins/storage'), join(dir, 'plugins/storage'), { recursive: true });
  const words = name === 'own' ? undefined : GENERATIONS[name];
  const hasNewer = name !== 'own' || testGeneration() !== '4.0';
  const main = {
    lowdefy: words?.version ?? '4.0.0-rc.11',
    plugins: [{ name: 'storage-plugin', version: 'workspace:*' }],
    connections: [{ id: 'storage', type: 'Storage', properties: { url: storage } }],
    pages: ['files.yaml', ...(hasNewer ? ['newer.yaml'] : [])].map((file) => ({ _ref: file })),
  };
  writeFileSync(join(dir, 'lowdefy.yaml'), JSON.stringify(main, null, 2));
  if (words) installGeneration(dir, words, { metas: { ...metas, ...ADDED } });
  return dir;
}
