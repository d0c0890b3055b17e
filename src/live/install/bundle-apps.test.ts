import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readView } from '../audit/view-file.ts';
import { createSessionVm, type SessionVm } from '../lua/session-vm.ts';
import { BUNDLE_DIR } from './bundle-files.ts';

/** The apps that the documents show, in the real VM: what an agent copies must run. */
let baseDir: string;
let vm: SessionVm;
const logged: string[] = [];
beforeEach(async () => {
  baseDir = await mkdtemp(join(tmpdir(), 'bundle-apps-'));
  logged.length = 0;
  vm = await createSessionVm(
    {
      baseDir,
      sessionId: '1',
      permissions: { files: 'none', commands: 'none', network: 'none' },
      limits: { callMs: 5000, memoryBytes: 32 * 1024 * 1024 },
    },
    { log: (_, text) => logged.push(text), timer: () => {}, clearTimer: () => {}, stopping: () => {} },
  );
});
afterEach(async () => {
  vm.close();
  await rm(baseDir, { recursive: true });
});

async function unpack(document: string): Promise<{ file: string; text: string }[]> {
  const markdown = await readFile(join(BUNDLE_DIR, 'resources', document), 'utf8');
  const files = [...markdown.matchAll(/\*\*(\S+)\*\*\n\n```\w+\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => ({ file, text }),
  );
  for (const { file, text } of files) {
    await mkdir(dirname(join(baseDir, file)), { recursive: true });
    await writeFile(join(baseDir, file), text);
  }
  return files;
}

function call(op: string, input: object): Record<string, unknown> {
  return JSON.parse(vm.call(op, input).output) as Record<string, unknown>;
}

function run(code: string): unknown {
  const answer = call('run', { code });
  expect(answer.failure).toBeUndefined();
  return JSON.parse((answer.result as { json: string }).json);
}

test.each([
  ['mcp.md', 'contacts', 'contacts:add()'],
  ['patterns/form.md', 'signup', 'signup:send()'],
  ['patterns/list.md', 'todo', 'todo.text = "x" todo:add()'],
  ['patterns/master-detail.md', 'notes', 'notes:add()'],
  ['patterns/validation.md', 'profile', 'profile:edit() profile.draft.age = "7" profile.draft:save()'],
  ['patterns/dialog.md', 'files', 'files.items[1]:askRemove()'],
  ['patterns/chat.md', 'chat', 'chat.text = "**hi**" chat:send() chat:reply("yes")'],
])('every path in the views of %s gives a value', async (document, app, prepare) => {
  const files = await unpack(document);
  call('start', {});
  expect(call('display', { app }).failure).toBeUndefined();
  run(prepare);
  call('connect', { connectionId: 'page' });

  const send = (messages: object[]) =>
    JSON.stringify(call('receive', { connectionId: 'page', messages }).pushes);
  const create = (id: number, parentId: number, properties: object) => ({
    type: 'create',
    data: { id, parentId, properties },
  });
  // The objects behind the views: the app, its items, and what it shows in the middle.
  const roots = {
    app: 'value',
    items: 'value.items.0',
    messages: 'value.messages.0',
    draft: 'value.draft',
    current: 'value.current',
    dialog: 'value.dialog',
  };
  const objects = Object.values(roots).map((path, index) => create(index + 2, 1, { path, access: 'r' }));
  const types = new Map<string, number>();
  for (const { data } of JSON.parse(send(objects)).flatMap(
    (push: { messages: unknown[] }) => push.messages,
  ) as { data: { varId: number; properties?: { type?: string } } }[])
    if (data.properties?.type) types.set(data.properties.type, data.varId);

  let id = 100;
  for (const { file, text } of files.filter((one) => one.file.endsWith('.html'))) {
    const view = readView(file, text);
    const parent = types.get(view.type);
    expect(parent, `an object of ${view.type}`).toBeDefined();
    for (const binding of view.bindings) {
      if (!binding.read.ok) throw new Error(binding.text);
      const properties = {
        path: binding.text.split('?')[0],
        access: binding.access,
        ...binding.read.path.properties,
      };
      expect(send([create(id++, parent ?? 0, properties)]), `${file} ${binding.text}`).not.toContain(
        '"error"',
      );
    }
  }
  expect(logged).toEqual([]);
});

test('the contacts app adds, refuses, edits, finds and removes', async () => {
  await unpack('mcp.md');
  call('start', {});
  call('display', { app: 'contacts' });
  expect(run('contacts:add() contacts.draft:save() return contacts.draft:nameMessage()')).toBe(
    'Enter a name.',
  );
  const saved = call('run', {
    code: 'contacts.draft.name = "Ada" contacts.draft.email = "a@b.cz" contacts.draft:save()',
  });
  expect(saved.events).toEqual([{ app: 'contacts', event: 'saved', name: 'Ada' }]);
  expect(run('return { #contacts.items, contacts.draft == nil, contacts:summary() }')).toEqual([
    1,
    true,
    '1 of 1',
  ]);
  expect(
    run(
      'contacts.items[1]:edit() contacts.draft.email = "x" contacts.draft:save() return contacts.draft:emailMessage()',
    ),
  ).toBe('This is not an e-mail address.');
  expect(run('contacts.draft:cancel() return contacts.items[1].email')).toBe('a@b.cz');
  expect(run('contacts.query = "bob" return contacts:summary()')).toBe('0 of 1');
  expect(run('contacts.items[1]:remove() return #contacts.items')).toBe(0);
  // Saving the file again keeps the data.
  run('contacts:add()');
  expect(call('reload', { path: 'apps/contacts/app.lua' })).toMatchObject({ reloaded: true });
  expect(run('return contacts.draft ~= nil')).toBe(true);
});
