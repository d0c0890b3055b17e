import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toLlms } from '../site/to-llms.mjs';
import { toAgentDocument } from './reference/agent-documents.ts';
import { toCliReference } from './reference/cli-reference.ts';
import { toConfigReference } from './reference/config-reference.ts';
import { toConfigSchema } from './reference/config-schema.ts';
import { toHttpReference } from './reference/http-reference.ts';
import { toLibraryReference } from './reference/library-reference.ts';
import { toToolsReference } from './reference/tools-reference.ts';

/** What is generated from the source, by the file that has it. */
const GENERATED: Record<string, () => string | Promise<string>> = {
  'docs/reference/tools.md': toToolsReference,
  'docs/reference/cli.md': toCliReference,
  'docs/reference/configuration.md': toConfigReference,
  'docs/reference/http.md': toHttpReference,
  'docs/reference/lua.md': () => toAgentDocument('lua'),
  'docs/reference/viewdefs.md': () => toAgentDocument('viewdefs'),
  'docs/reference/library.md': toLibraryReference,
  'llms.txt': () => toLlms(),
  'tandem.schema.json': () => `${JSON.stringify(toConfigSchema(), null, 2)}\n`,
};

test.each(Object.keys(GENERATED))(
  '%s is up to date; if not: node scripts/make-reference.mjs',
  async (name) => {
    const path = join(import.meta.dirname, '..', name);
    const text = (await GENERATED[name]?.()) ?? '';
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
