import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { createLiveRuntime } from '../../src/live/lua/create-live-runtime.ts';
import type { LiveRuntime } from '../../src/live/lua/live-runtime.ts';
import { createSessionVm } from '../../src/live/lua/session-vm.ts';
import { buildWorker } from '../live/build-worker.ts';
import { ratio, timed } from './ratio.ts';

const FILE = 'apps/contacts/app.lua';
const MB = 1024 * 1024;

/** A small app as an agent writes it: a list, a form, a search, a choice. */
const contactsApp = (version: number) => `
Contact = session:prototype("Contact", { name = "", email = "", phone = "", notes = "", favorite = false })
function Contact:initials() return (self.name:gsub("(%a)%a*%s*", "%1")) end
function Contact:matches(text) return text == "" or self.name:lower():find(text:lower(), 1, true) ~= nil end
Contacts = session:prototype("Contacts", { search = "", current = EMPTY, hideDetail = true })
function Contacts:title() return "version ${version}" end
function Contacts:shown()
  local r = {}
  for _, c in ipairs(self.all) do if c:matches(self.search) then r[#r + 1] = c end end
  return r
end
function Contacts:count() return #self:shown() end
function Contacts:add() local c = Contact:new({ name = "New" }) table.insert(self.all, c) self:select(c) end
function Contacts:select(c) self.current, self.hideDetail = c, false end
function Contacts:delete() for i, c in ipairs(self.all) do if c == self.current then table.remove(self.all, i) end end self.current = nil end
function Contacts:save() mcp.pushState({ app = "contacts", event = "saved" }) end
if not contacts then
  contacts = Contacts:new({ all = {} })
  for i = 1, 30 do table.insert(contacts.all, Contact:new({ name = "Person " .. i, email = "p" .. i .. "@example.org" })) end
end`;

const PATHS = ['title()', 'count()', 'search', 'hideDetail', 'shown()?wrapper=lua.ViewList', 'current.name'];

function makeFolder(): { baseDir: string; write(version: number): void } {
  const baseDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'));
  mkdirSync(dirname(join(baseDir, FILE)), { recursive: true });
  const write = (version: number) => writeFileSync(join(baseDir, FILE), contactsApp(version));
  write(0);
  return { baseDir, write };
}

const common = {
  sessionId: '1',
  permissions: { files: 'base_dir', commands: 'none', network: 'none' },
  limits: { callMs: 20_000, memoryBytes: 64 * MB },
} as const;

async function openShown(baseDir: string): Promise<LiveRuntime> {
  const runtime = createLiveRuntime({ baseDir, ...common, log() {}, onOutcome() {}, onRestart() {} });
  await runtime.start();
  await runtime.display('contacts');
  await runtime.connect('a');
  const create = (path: string, i: number) =>
    ({ type: 'create', data: { id: i + 3, parentId: 2, properties: { path } } }) as const;
  const messages = [
    { type: 'watch', data: { varId: 1 } } as const,
    { type: 'create', data: { id: 2, parentId: 1, properties: { path: 'value' } } } as const,
    ...PATHS.map(create),
  ];
  await runtime.receive('a', { userEvent: false, messages });
  return runtime;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
async function resident(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise(setImmediate);
  }
  return process.memoryUsage.rss() / MB;
}

beforeAll(buildWorker, 120_000);

test('memory of an idle session', async () => {
  const { baseDir } = makeFolder();
  const COUNT = 20;
  /** Megabytes per session; a first one pays for what all share. */
  const each = async (open: () => Promise<() => Promise<unknown>>) => {
    const ends = [await open()];
    const before = await resident();
    for (let i = 0; i < COUNT; i++) ends.push(await open());
    const used = (await resident()) - before;
    await Promise.all(ends.map((end) => end()));
    return used / COUNT;
  };
  let session = 0;
  await ratio('live resident memory of an idle session with the contacts app, against a bare thread', {
    ours: async () => {
      session = await each(async () => {
        const runtime = await openShown(baseDir);
        return () => runtime.close();
      });
      return session;
    },
    base: () =>
      each(async () => {
        const worker = new Worker('require("worker_threads").parentPort.on("message", () => {})', {
          eval: true,
        });
        await once(worker, 'online');
        return () => worker.terminate();
      }),
    samples: 3,
    unit: 'MB',
    goal: 'few',
  });
  console.log(`bench live sessions per GB: ${Math.floor(1024 / session)} (${session.toFixed(1)} MB each)`);
});

test('from reload to the pushed change', async () => {
  const { baseDir, write } = makeFolder();
  const runtime = await openShown(baseDir);
  const vm = await createSessionVm(
    { baseDir, ...common },
    { log() {}, timer() {}, clearTimer() {}, stopping() {} },
  );
  vm.call('start', {});
  let version = 0;
  await ratio('live hot reload of a file through the worker, against running its text in a machine at hand', {
    ours: () => {
      version++;
      write(version);
      return timed(async () => {
        const { pushes } = await runtime.reload(FILE);
        expect(JSON.stringify(pushes)).toContain(`version ${version}`);
      });
    },
    base: () => timed(async () => vm.call('run', { code: contactsApp(version) })),
    samples: 51,
    goal: '≤ 5 ms',
  });
  vm.close();
  await runtime.close();
});
