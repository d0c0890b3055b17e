import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fence } from '../../docs-markdown.ts';
import { root } from '../cli/run-cli.ts';
import { runGuide } from './run-guide.ts';

/** As somebody's app, without anything of Tandem. */
function copyInvoices(project: string): void {
  const example = join(root, 'examples/invoices');
  const own = ['lowdefy.yaml', 'menus.yaml', 'pages', 'parts', 'requests'];
  for (const name of own) cpSync(join(example, name), join(project, name), { recursive: true });
  const database = join(project, 'data/invoices.db');
  execFileSync(process.execPath, [join(example, 'seed.mjs'), '--file', database], { stdio: 'ignore' });
}

test('the calls and client configurations in the README work as written', async () => {
  const isClaude = ({ code }: Fence) => code.startsWith('claude mcp add');
  const { steps } = await runGuide('README.md', copyInvoices, (fences) => [
    ...fences.filter(isClaude),
    ...fences.filter(({ language }) => language === 'text' || language === 'json'),
  ]);
  expect(steps).toBe(4);
});

test('the quick start for a Lowdefy app works as written', async () => {
  const { steps } = await runGuide('docs/guide/start-lowdefy.md', copyInvoices);
  expect(steps).toBeGreaterThan(6);
});

test('the quick start for a live UI works as written', async () => {
  const { steps } = await runGuide('docs/guide/start-live.md', () => {});
  expect(steps).toBeGreaterThan(6);
});

test('the quick start for an asking tool works as written', async () => {
  const { steps } = await runGuide('docs/guide/start-ask.md', () => {});
  expect(steps).toBeGreaterThan(5);
});
