import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLiveRuntime } from '../../src/live/lua/create-live-runtime.ts';
import { createSessionVm, type SessionVm, type SessionVmOptions } from '../../src/live/lua/session-vm.ts';
import type { LiveMessage } from '../../src/protocol/live-messages.ts';
import { buildWorker } from '../live/build-worker.ts';
import { ratio, timed } from './ratio.ts';

const ROWS = 1250;
const PATHS = ['a', 'b', 'c', 'd', 'e', 'sum()', 'label()', 'sub'];

/** 1,250 rows with five fields, two methods and a nested object each: 11,253 variables. */
const APP = `
Row = session:prototype("Row", { a = 1, b = 2, c = 3, d = "d", e = true })
Sub = session:prototype("Sub", { n = 0 })
function Row:sum() return self.a + self.b + self.c end
function Row:label() return self.d end
App = session:prototype("App", {})
rows = {}
for i = 1, ${ROWS} do rows[i] = Row:new({ a = i, b = i, c = i, d = "row " .. i, e = true, sub = Sub:new({ n = i }) }) end
session:createAppVariable(App:new({ rows = rows }))
round = 0
function change(count)
  round = round + 1
  for i = 1, count do rows[math.floor(i * ${ROWS} / count)].d = "round " .. round end
end
`;

/** What somebody would write by hand for exactly this screen: the same fields and methods, and only what differs. */
const BY_HAND = `
local seen = {}
for i = 1, #rows do seen[i] = {} end
function by_hand()
  local n = 0
  for i = 1, #rows do
    local row, old = rows[i], seen[i]
    if old.row ~= row then old.row = row n = n + 1 end
    local v = row.sub if old.sub ~= v then old.sub = v n = n + 1 end
    v = row.a if old.a ~= v then old.a = v n = n + 1 end
    v = row.b if old.b ~= v then old.b = v n = n + 1 end
    v = row.c if old.c ~= v then old.c = v n = n + 1 end
    v = row.d if old.d ~= v then old.d = v n = n + 1 end
    v = row.e if old.e ~= v then old.e = v n = n + 1 end
    v = row:sum() if old.sum ~= v then old.sum = v n = n + 1 end
    v = row:label() if old.label ~= v then old.label = v n = n + 1 end
  end
  return n
end
-- And with the messages that a page needs.
local function message(id, v)
  if type(v) == "table" then v = { obj = id } end
  return '{"type":"update","data":{"varId":' .. id .. ',"value":' .. json.encode(v) .. "}}"
end
local told = {}
for i = 1, #rows do told[i] = {} end
function by_hand_told()
  local out, n = {}, 0
  for i = 1, #rows do
    local row, old, id = rows[i], told[i], 4 + (i - 1) * 9
    if old.row ~= row then old.row = row n = n + 1 out[n] = message(id, row) end
    local v = row.sub if old.sub ~= v then old.sub = v n = n + 1 out[n] = message(id + 8, v) end
    v = row.a if old.a ~= v then old.a = v n = n + 1 out[n] = message(id + 1, v) end
    v = row.b if old.b ~= v then old.b = v n = n + 1 out[n] = message(id + 2, v) end
    v = row.c if old.c ~= v then old.c = v n = n + 1 out[n] = message(id + 3, v) end
    v = row.d if old.d ~= v then old.d = v n = n + 1 out[n] = message(id + 4, v) end
    v = row.e if old.e ~= v then old.e = v n = n + 1 out[n] = message(id + 5, v) end
    v = row:sum() if old.sum ~= v then old.sum = v n = n + 1 out[n] = message(id + 6, v) end
    v = row:label() if old.label ~= v then old.label = v n = n + 1 out[n] = message(id + 7, v) end
  end
  return "[" .. table.concat(out, ",") .. "]"
end
-- The first push: a record for each, what it holds, and the message.
function create_by_hand()
  local records, out = {}, {}
  local function add(id, parent, path, v)
    records[id] = { id = id, parent = parent, path = path, last = v }
    out[#out + 1] = message(id, v)
  end
  for i = 1, #rows do
    local row, id = rows[i], 4 + (i - 1) * 9
    add(id, 3, i, row)
    add(id + 1, id, "a", row.a) add(id + 2, id, "b", row.b) add(id + 3, id, "c", row.c)
    add(id + 4, id, "d", row.d) add(id + 5, id, "e", row.e)
    add(id + 6, id, "sum()", row:sum()) add(id + 7, id, "label()", row:label()) add(id + 8, id, "sub", row.sub)
  end
  return "[" .. table.concat(out, ",") .. "]"
end
`;

function newOptions(): SessionVmOptions {
  return {
    baseDir: mkdtempSync(join(tmpdir(), 'tandem-bench-')),
    sessionId: '1',
    permissions: { files: 'none', commands: 'none', network: 'none' },
    limits: { callMs: 60_000, memoryBytes: 256 * 1024 * 1024 },
  };
}

async function openVm(): Promise<SessionVm> {
  const quiet = () => {};
  const vm = await createSessionVm(newOptions(), {
    log: quiet,
    timer: quiet,
    clearTimer: quiet,
    stopping: quiet,
  });
  vm.call('start', {});
  vm.call('run', { code: APP });
  return vm;
}

/** What a page sends to show all rows. */
function screen(): LiveMessage[] {
  let id = 1;
  const messages: LiveMessage[] = [{ type: 'watch', data: { varId: 1 } }];
  const create = (parentId: number, path: string) => {
    id++;
    messages.push({ type: 'create', data: { id, parentId, properties: { path } } });
    return id;
  };
  const list = create(create(1, 'value'), 'rows');
  for (let i = 0; i < ROWS; i++) {
    const row = create(list, String(i));
    for (const path of PATHS) create(row, path);
  }
  return messages;
}

function spent(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const SAMPLES = { samples: 101, goal: '≤ 2.5x' };

test('change detection against a loop written by hand', async () => {
  const [vm, other] = [await openVm(), await openVm()];
  const messages = screen();
  const count = messages.length;
  vm.call('connect', { connectionId: 'a' });
  vm.call('receive', { connectionId: 'a', messages });
  other.call('run', { code: BY_HAND });
  const hand = (code: string) => () => spent(() => other.call('run', { code }));
  // The first scans of a VM are slower than all others.
  for (let i = 0; i < 30; i++) {
    vm.call('run', { code: 'change(10)' });
    other.call('run', { code: 'change(10) by_hand() by_hand_told()' });
  }
  await ratio(`live ${count} variables idle`, {
    ours: () => spent(() => vm.call('touch', {})),
    base: hand('by_hand()'),
    ...SAMPLES,
  });
  let bytes = 0;
  for (const rows of [Math.round(count / 200), 100]) {
    const ours = () =>
      spent(() => {
        bytes = vm.call('run', { code: `change(${rows})` }).output.length;
      });
    const what = `live ${count} variables, ${rows * 2} changed (${((200 * rows) / count).toFixed(1)} %)`;
    await ratio(`${what}, against a loop that compares`, {
      ours,
      base: hand(`change(${rows}) by_hand()`),
      ...SAMPLES,
    });
    await ratio(`${what}, against a loop that writes the messages too`, {
      ours,
      base: hand(`change(${rows}) by_hand_told()`),
      ...SAMPLES,
    });
  }
  expect(bytes).toBeGreaterThan(10_000);
});

test('the first push against a loop written by hand', async () => {
  const [vm, other] = [await openVm(), await openVm()];
  other.call('run', { code: BY_HAND });
  const messages = screen();
  await ratio(`live first push of ${messages.length} variables`, {
    ours: () => {
      // The page reconnects.
      vm.call('connect', { connectionId: 'a' });
      return spent(() => vm.call('receive', { connectionId: 'a', messages }));
    },
    base: () => spent(() => other.call('run', { code: 'create_by_hand()' })),
    samples: 15,
    goal: 'few',
  });
});

test('the same through the worker', async () => {
  buildWorker();
  const runtime = createLiveRuntime({ ...newOptions(), log() {}, onOutcome() {}, onRestart() {} });
  await runtime.start();
  await runtime.run(APP);
  await runtime.connect('a');
  const messages = screen();
  const first = await timed(() => runtime.receive('a', { userEvent: false, messages }));
  const median = async (work: () => Promise<unknown>) => {
    const all: number[] = [];
    for (let i = 0; i < 130; i++) all.push(await timed(work));
    return (all.slice(30).sort((a, b) => a - b)[50] ?? 0).toFixed(2);
  };
  const idle = await median(() => runtime.touch());
  const changed = await median(() => runtime.run('change(100)'));
  console.log(
    `bench live ${messages.length} variables through the worker: first push ${first.toFixed(0)} ms, idle ${idle} ms, 200 changed ${changed} ms`,
  );
  await runtime.close();
});
