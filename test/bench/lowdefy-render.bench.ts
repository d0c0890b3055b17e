import { afterAll, beforeAll, describe, it } from 'vitest';
import { AppSession } from '../../src/lowdefy/bridge/app-session.ts';
import { toSnapshot } from '../../src/lowdefy/bridge/to-snapshot.ts';
import { renderPage } from '../../src/lowdefy/render/render-page.ts';
import { writeMarkdown } from '../../src/view/write-markdown.ts';
import { type BenchFolder, makeApp } from './lowdefy-app.ts';
import { ratio, timed } from './ratio.ts';

const SMALLEST = 10;
const SIZES = [100, 300, 1_000];
/** Blocks shown in one sample, whatever the size of the page. */
const BLOCKS = 20_000;

describe('render of lowdefy', () => {
  let folder: BenchFolder;
  beforeAll(async () => {
    folder = await makeApp([SMALLEST, ...SIZES]);
  }, 60_000);
  afterAll(() => folder.remove());

  /** Microseconds per block from the engine's blocks to markdown. */
  async function perBlock(size: number): Promise<() => Promise<number>> {
    const session = await AppSession.create(folder.app, null);
    await session.navigate({ pageId: `form_${size}` });
    const times = BLOCKS / size;
    const show = () => {
      const block = toSnapshot(session.tree(), session.page.ui, session.settings);
      if (!block) throw new Error('the page is hidden');
      const pageId = `form_${size}`;
      const { view } = renderPage({ title: pageId, pageId, blocks: [block], menus: [], mcpRenders: {} });
      return writeMarkdown(view, { maxCharacters: 10_000_000 });
    };
    if (!show().includes(`field_${size - 4}`)) throw new Error('not all of the page is written');
    return async () => {
      const spent = await timed(async () => {
        for (let i = 0; i < times; i++) show();
      });
      return (spent * 1_000) / BLOCKS;
    };
  }

  it('takes the same time per block, however many there are', async () => {
    const base = await perBlock(SMALLEST);
    for (const size of SIZES)
      await ratio(`render per block, ${size} blocks vs ${SMALLEST}`, {
        ours: await perBlock(size),
        base,
        unit: 'µs',
        goal: 'linear, about 1x',
      });
  });
});
