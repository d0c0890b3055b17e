import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSessionVm, type SessionVm } from '../../src/live/lua/session-vm.ts';
import { ratio } from './ratio.ts';

const ROWS = 1250;
const FIELDS = ['a', 'b', 'c', 'd', 'e'];
const METHODS = ['sum()', 'label()'];

/** 1,250 rows with five fields, two methods and a nested object each: 11,252 variables. */
const APP = `
Row = session:prototype("Row", { a = 1, b = 2, c = 3, d = "d", e = true })
Sub = session:prototype("Sub", { n = 0 })
function Row:sum() return self.a + self.b + self.c end
function Row:label() return self.d end
App = session:prototype("App", {})
rows = {}
for i = 1, ${ROWS} do rows[i] = Row:new({ a = i, b = i, c = i, d = "row " .. i, e = true, sub = Sub:new({ n = i }) }) end
session:createAppVariable(App:new({ rows = rows }))
-- What somebody would write by hand for exactly this screen: the same reads, and only what differs.
local seen = {}
function by_hand()
  local changed, n = {}, 0
  for i = 1, #rows do
    local row = rows[i]
    local old = seen[i]
    if not old then old = {} seen[i] = old end
    if old.row ~= row then old.row = row n = n + 1 changed[n] = i end
    if old.sub ~= row.sub then old.sub = row.sub n = n + 1 changed[n] = i end
    local v = row.a if old.a ~= v then old.a = v n = n + 1 changed[n] = v end
    v = row.b if old.b ~= v then old.b = v n = n + 1 changed[n] = v end
    v = row.c if old.c ~= v then old.c = v n = n + 1 changed[n] = v end
    v = row.d if old.d ~= v then old.d = v n = n + 1 changed[n] = v end
    v = row.e if old.e ~= v then old.e = v n = n + 1 changed[n] = v end
    v = row:sum() if old.sum ~= v then old.sum = v n = n + 1 changed[n] = v end
    v = row:label() if old.label ~= v then old.label = v n = n + 1 changed[n] = v end
  end
  return n
end
-- And with the messages that a page needs.
local keys = { "row", "sub", "a", "b", "c", "d", "e", "sum", "label" }
function by_hand_told()
  local out = {}
  for i = 1, #rows do
    local row, old = rows[i], seen[i]
    for n = 1, 9 do
      local k, v = keys[n], nil
      if k == "row" then v = row elseif k == "sum" or k == "label" then v = row[k](row) else v = row[k] end
      if old[k] ~= v then
        old[k] = v
        out[#out + 1] = '{"type":"update","data":{"varId":' .. i .. ',"value":' .. json.encode(v) .. "}}"
      end
    end
  end
  return "[" .. table.concat(out, ",") .. "]"
end
round = 0
function change() round = round + 1 for i = 1, 100 do rows[i * 12].d = "round " .. round end end
`;

async function openVm(): Promise<SessionVm> {
  const vm = await createSessionVm(
    {
      baseDir: mkdtempSync(join(tmpdir(), 'tandem-bench-')),
      sessionId: '1',
      permissions: { files: 'none', commands: 'none', network: 'none' },
      limits: { callMs: 60_000, memoryBytes: 256 * 1024 * 1024 },
    },
    { log: () => {}, timer: () => {}, clearTimer: () => {}, stopping: () => {} },
  );
  vm.call('start', {});
  vm.call('run', { code: APP });
  return vm;
}

function show(vm: SessionVm): number {
  let id = 1;
  const messages: unknown[] = [{ type: 'watch', data: { varId: 1 } }];
  const create = (parentId: number, path: string) => {
    id++;
    messages.push({ type: 'create', data: { id, parentId, properties: { path } } });
    return id;
  };
  const app = create(1, 'value');
  const list = create(app, 'rows');
  for (let i = 0; i < ROWS; i++) {
    const row = create(list, String(i));
    for (const path of [...FIELDS, ...METHODS, 'sub']) create(row, path);
  }
  vm.call('connect', { connectionId: 'a' });
  const started = performance.now();
  vm.call('receive', { connectionId: 'a', messages });
  console.log(`bench live first push of ${id} variables: ${(performance.now() - started).toFixed(1)} ms`);
  return id;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

test('change detection against a loop written by hand', async () => {
  const vm = await openVm();
  const count = show(vm);
  const other = await openVm();
  for (let i = 0; i < 30; i++) {
    vm.call('touch', {});
    other.call('run', { code: 'by_hand()' });
  }
  await ratio(`live ${count} variables idle`, {
    ours: () => timed(() => vm.call('touch', {})),
    base: () => timed(() => other.call('run', { code: 'by_hand()' })),
    samples: 41,
    goal: '≤ 2.5x',
  });
  let bytes = 0;
  await ratio(`live ${count} variables, 200 changed`, {
    ours: () =>
      timed(() => {
        bytes = vm.call('run', { code: 'change()' }).output.length;
      }),
    base: () => timed(() => other.call('run', { code: 'change() by_hand()' })),
    samples: 41,
    goal: '≤ 2.5x',
  });
  await ratio(`live ${count} variables, 200 changed, against a loop that writes the messages too`, {
    ours: () => timed(() => vm.call('run', { code: 'change()' })),
    base: () => timed(() => other.call('run', { code: 'change() by_hand_told()' })),
    samples: 41,
    goal: '≤ 2.5x',
  });
  expect(bytes).toBeGreaterThan(10_000);
});
