import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { JOBS, runJob, toGolden } from '../tokens/jobs.mjs';

/**
 * What agents read while they do whole jobs, word for word. A change here is a change of the product, made on
 * purpose: UPDATE_GOLDEN=1 npx vitest run --project integration test/integration/tokens.test.ts
 */
const fileOf = (name: string) => fileURLToPath(new URL(`../tokens/golden/${name}.txt`, import.meta.url));

describe('what agents read', () => {
  test.each(JOBS)('in the job $name is as in its golden file', async (job) => {
    const read = toGolden(await runJob(job));
    const file = fileOf(job.name);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, read);
    }
    expect(read, 'if the change is meant: UPDATE_GOLDEN=1').toBe(readFileSync(file, 'utf8'));
  });
});
