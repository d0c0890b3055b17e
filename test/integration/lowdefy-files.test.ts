import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileStorage, startStorage } from '../fixtures/file-storage.ts';
import { createCleanup } from './harness.ts';
import { copyFilesApp } from './lowdefy/open-files.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';
import { type AppUser, openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const file = (name: string, text: string, type = 'text/plain') => ({
  name,
  type,
  lastModified: 5,
  base64: Buffer.from(text).toString('base64'),
});

type Told = [string, Record<string, unknown> | null];

/** The events of the app since the last call. */
async function told(user: AppUser): Promise<Told[]> {
  const { log = [] } = (await user.state()).state as { log?: Told[] };
  await user.click('forget');
  return log;
}

const words = (log: Told[]) => log.map(([word]) => word);

interface Value {
  file: Record<string, unknown> | null;
  fileList: Record<string, unknown>[];
}

async function filesIn(user: AppUser, blockId: string): Promise<Value> {
  return (await user.state()).state[blockId] as Value;
}

describe.each([
  ['the packages that are tested', testGeneration(), 'own'],
  ['4.5', '4.5', '4.5'],
  ['5', '5', '5'],
] as const)('files on %s', (_, name, packages) => {
  const is40 = name === '4.0';
  const is5 = name === '5';
  let bench: Workbench;
  let storage: FileStorage;
  beforeAll(async () => {
    storage = await startStorage(cleanup);
    bench = await openWorkbench(cleanup, copyFilesApp(cleanup, storage.url, packages));
  });
  beforeEach(() => {
    Object.assign(storage, { received: [], status: 204 });
  });

  test("a file is posted with the app's policy, and the app is notified as by the component", async () => {
    const user = await bench.open('files');
    expect(await filesIn(user, 'upload')).toEqual({ file: null, fileList: [] });
    expect(await user.page()).toContain('Add files');
    expect(await user.set('upload', file('a.txt', 'Hello'))).toMatchObject({ success: true });
    expect(storage.received).toEqual([
      {
        fields: ['bucket', 'key', 'policy', 'file'],
        key: 'up/a.txt',
        name: 'a.txt',
        type: 'text/plain',
        text: 'Hello',
      },
    ]);
    const uploaded = {
      bucket: 'files',
      key: 'up/a.txt',
      lastModified: 5,
      name: 'a.txt',
      percent: 100,
      size: 5,
      status: 'done',
      type: 'text/plain',
      uid: expect.stringMatching(/^rc-upload-\d+-\d+$/),
      ...(!is40 && { url: expect.stringMatching(/^blob:/) }),
    };
    expect(await filesIn(user, 'upload')).toEqual({ file: uploaded, fileList: [uploaded] });
    const log = await told(user);
    expect(words(log)).toEqual(
      is40
        ? ['click', 'clicked around', 'change', 'change', 'change', 'success', 'done', 'change']
        : ['click', 'clicked around', ...(is5 ? ['before'] : []), 'change', 'progress', 'success'],
    );
    const meta = { bucket: 'files', key: 'up/a.txt', filename: 'a.txt', size: 5, type: 'text/plain' };
    const success = log.find(([word]) => word === 'success')?.[1];
    if (is40) expect(success).toMatchObject({ meta });
    else expect(success).toEqual({ file: uploaded, fileList: [uploaded] });
    if (is5)
      expect(log.find(([word]) => word === 'before')?.[1]).toEqual({
        file: {
          lastModified: 5,
          name: 'a.txt',
          size: 5,
          type: 'text/plain',
          uid: uploaded.uid,
          url: expect.stringMatching(/^blob:/),
        },
      });
    expect(await user.page()).toMatch(/\| a\.txt *\| 5 *\| text\/plain *\| done *\|/);
  });

  test('several files are uploaded together, each can be removed, and the list survives a restart', async () => {
    const user = await bench.open('files');
    await user.set('upload', [file('a.txt', 'A'), file('b.txt', 'B')]);
    await user.set('upload', file('c.txt', 'C'));
    const names = async () => (await filesIn(user, 'upload')).fileList.map((one) => one.name);
    const order = is40 ? ['a.txt', 'b.txt', 'c.txt'] : ['c.txt', 'a.txt', 'b.txt'];
    expect(await names()).toEqual(order);
    bench.restart();
    await told(user);
    expect(await user.trigger('upload', 'onRemove', { name: 'b.txt' })).toMatchObject({ success: true });
    expect(await names()).toEqual(order.filter((one) => one !== 'b.txt'));
    expect(words(await told(user))).toEqual(is40 ? ['change', 'clicked around'] : ['clicked around']);
    const wrong = await user.trigger('upload', 'onRemove', { index: 7 });
    expect(wrong.error).toBe(
      'onRemove of "upload" needs the payload {"index": 0}, with the number of a file: 0 to 1.',
    );
    // A new visit starts empty.
    await user.navigate('files');
    expect(await filesIn(user, 'upload')).toEqual({ file: null, fileList: [] });
  });

  test('what the component would not accept is refused with the reason', async () => {
    const user = await bench.open('files');
    const why = async (blockId: string, value: unknown) => (await user.set(blockId, value)).error;
    expect(await why('upload', file('a.exe', 'x', 'application/x-exe'))).toBe(
      '"upload" takes files of the kinds .txt,text/*, not "a.exe".',
    );
    expect(await why('photo', file('a.txt', 'x'))).toBe(
      '"photo" takes files of the kinds image/*, not "a.txt".',
    );
    const photo = file('a.png', 'x', 'image/png');
    expect(await why('photo', [photo, photo])).toBe('"photo" takes one file at a time, not 2.');
    expect(await why('off', file('a.txt', 'x'))).toContain('is disabled');
    expect(await why('upload', 'a.txt')).toContain(
      '"upload" uploads files. Use setValue with a file such as',
    );
    expect(await why('upload', null)).toBe('"upload" has no files.');
    expect(await why('upload', { ...file('a.txt', 'x'), base64: '???' })).toBe(
      'The content of "a.txt" is not base64. Nothing was uploaded.',
    );
    expect(await why('upload', { ...file('a.txt', 'x'), name: '../a.txt' })).toContain('without "/"');
    const [set] = await user.act({ type: 'setState', key: 'upload', value: file('a.txt', 'x') });
    expect(set?.error).toContain('which only setValue does');
    expect((await user.trigger('upload', 'onSuccess')).error).toContain('has no event "onSuccess"');
    expect(storage.received).toEqual([]);
    expect(await why('photo', photo)).toBeUndefined();
    expect(storage.received).toHaveLength(1);
  });

  test('failures are reported, whatever the component tells the app', async () => {
    const user = await bench.open('files');
    const noPolicy = await user.set('refused', file('a.txt', 'x'));
    expect(noPolicy.error).toBe(`"a.txt" was not uploaded: the app's request for an upload policy failed.`);
    expect(words(await told(user))).toEqual(
      is40 ? ['click', 'change'] : ['click', ...(is5 ? ['before'] : []), 'change', 'error'],
    );
    expect((await filesIn(user, 'refused')).file).toMatchObject({ status: is40 ? 'uploading' : 'error' });
    expect(await user.page()).not.toContain('Remove');
    storage.status = 403;
    const { error } = await user.set('upload', file('a.txt', 'x'));
    expect(error).toContain('"a.txt" was not uploaded: the storage returned 403.');
    if (!is5) expect(error).toContain('The app treats it as uploaded anyway.');
    expect((await filesIn(user, 'upload')).file).toMatchObject({ status: is5 ? 'error' : 'done' });
    expect(words(await told(user)).at(is40 ? -3 : -1)).toBe(is5 ? 'error' : 'success');
  });

  test.skipIf(is40)(
    'files are dropped, up to a limit, and downloaded again by a link of the app',
    async () => {
      const user = await bench.open('newer');
      expect(await user.page()).toContain('Drop them here');
      expect(
        (
          await user.set(
            'drop',
            [1, 2, 3].map((n) => file(`${n}.txt`, 'x')),
          )
        ).error,
      ).toBe('"drop" takes at most 2 files, not 3.');
      await user.set('drop', file('a.txt', 'A'));
      await user.set('drop', [file('b.txt', 'B'), file('c.txt', 'C')]);
      expect((await filesIn(user, 'drop')).fileList.map((one) => one.name)).toEqual(['b.txt', 'c.txt']);
      const got = await user.trigger('get', 'onDownload', { index: 1 });
      expect(got).toMatchObject({
        success: true,
        opened: { name: 'c.txt', url: `${storage.url}/bucket/up/c.txt?signed` },
      });
      await told(user);
      const removed = await user.trigger('get', 'onRemove', { index: 0 });
      expect(removed.success).toBe(is5);
      expect(words(await told(user))).toEqual(is5 ? ['remove'] : []);
      expect((await user.click('paste')).warnings?.[0]).toContain('there is no clipboard');
      const no = await user.set('drop', file('no.txt', 'N'));
      expect([no.success, no.error]).toEqual(
        is5 ? [false, expect.stringContaining('Not this one')] : [true, undefined],
      );
      expect(storage.received.map((one) => one.name)).toEqual([
        'a.txt',
        'b.txt',
        'c.txt',
        ...(is5 ? [] : ['no.txt']),
      ]);
    },
  );
});
