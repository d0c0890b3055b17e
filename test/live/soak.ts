import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startWorkerThread } from '../../src/live/lua/lua-thread.ts';
import { openSession, type TestSession } from './open-session.ts';
import type { Page } from './page.ts';
import { type Random, randomFrom } from './random-from.ts';

const FILE = 'apps/contacts/app.lua';

/** Each version of the file declares other fields and says so in a method; what is shown must follow. */
const appFile = (version: number) => `
Contact = session:prototype("Contact", { name = "", tag = EMPTY, field${version % 5} = ${version} })
function Contact:mutate() self.mutated = ${version} end
function Contact:label() return self.name .. "/v${version}" end
function Contact:rename(...) if select("#", ...) > 0 then self.name = tostring((...)) end return self.name end
App = session:prototype("App", { bumps = 0, title = "t" })
function App:all() local r = {} for i, c in ipairs(self.contacts) do r[i] = c end return r end
function App:count() return #self.contacts end
function App:version() return ${version} end
function App:bump() self.bumps = self.bumps + 1 end
function App:add(name) table.insert(self.contacts, Contact:new({ name = tostring(name) })) end
function App:first() return self.contacts[1] end
if not contacts then
  contacts = App:new({ contacts = {} })
  for i = 1, 5 do contacts:add("c" .. i) end
end`;

/** Paths that a page shows, below the app and below a contact. */
const APP_PATHS = [
  'title',
  'bumps',
  'count()',
  'version()',
  'contacts',
  'first().label()',
  'contacts.2.name',
];
const CONTACT_PATHS = ['name', 'label()', 'tag', 'mutated', 'rename()?access=rw', 'friend.name'];

const NAIVE = `
local function walk(at, path)
  for step in path:gsub("%?.*", ""):gmatch("[^.]+") do
    if type(at) ~= "table" then return nil end
    local method = step:match("^(%w+)%(%)$")
    if method then at = at[method](at)
    elseif step:match("^%d+$") then at = at[tonumber(step) + 1]
    else at = at[step] end
  end
  return at
end
local function shown(v)
  if type(v) ~= "table" then return v == nil and json.null or v end
  if v.type then return "object" end
  local r = {} for i = 1, #v do r[i] = shown(v[i]) end return r
end
function naive(all)
  local results = {}
  for n, parts in ipairs(all) do
    local at = mcp.value
    for _, part in ipairs(parts) do at = walk(at, part) end
    results[n] = shown(at)
  end
  return results
end`;

interface Shown {
  page: Page;
  /** The paths that lead to each variable. */
  paths: Map<number, string[]>;
  slots: number[];
  bump: number;
  add: number;
}

export interface SoakOptions {
  sessions: number;
  /** Edits, runs and reloads per session. */
  steps: number;
  alive: number;
  seed: number;
}

export interface SoakResult {
  steps: number;
  /** Memory at the end, as a multiple of what it was after the first sessions: what is in use, and the process's. */
  held: number;
  resident: number;
  /** Where a page and the plain evaluation differ, or an update was lost. */
  problems: string[];
}

/** Sessions with two pages each that edit, run and reload at random; at the end all must tell the same. */
export async function soak({ sessions, steps, alive, seed }: SoakOptions): Promise<SoakResult> {
  const problems: string[] = [];
  const runSome = async (from: number, to: number) => {
    let next = from;
    const lane = async () => {
      while (next < to) {
        const number = next++;
        const found = await liveOne(randomFrom(seed + number), steps);
        problems.push(...found.map((problem) => `session ${number}: ${problem}`));
      }
    };
    await Promise.all(Array.from({ length: Math.min(alive, to - from) }, lane));
  };
  // The first ones fill caches and pools that stay.
  const warm = Math.min(alive, Math.ceil(sessions / 2));
  await runSome(0, warm);
  const before = await settledMemory();
  await runSome(warm, sessions);
  const after = await settledMemory();
  return {
    steps: sessions * steps,
    held: after.held / before.held,
    resident: after.rss / before.rss,
    problems,
  };
}

/** With everything collected: what JavaScript holds, and what the process has. */
async function settledMemory(): Promise<{ held: number; rss: number }> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
}

async function liveOne(random: Random, steps: number): Promise<string[]> {
  const session = await openSession({
    files: { [FILE]: appFile(0) },
    limits: { callMs: 20_000 },
    thread: startWorkerThread,
  });
  session.deliver(await session.runtime.display('contacts'));
  await session.run(NAIVE);
  const shown = [await show(session, 'a', random), await show(session, 'b', random)];
  const expected = { bumps: 0, version: 0 };
  for (let done = 0; done < steps; ) {
    // Several at once, as from people who do not wait for each other.
    const burst = Math.min(steps - done, 1 + random(6));
    await Promise.all(Array.from({ length: burst }, () => step(session, shown, random, expected)));
    done += burst;
  }
  session.deliver(await session.runtime.touch());
  const problems = await differences(session, shown);
  const [bumps, version] = (await session.run('return { mcp.value.bumps, mcp.value:version() }')) as number[];
  if (bumps !== expected.bumps) problems.push(`${expected.bumps} bumps were made, ${bumps} arrived`);
  if (version !== expected.version) problems.push(`version ${expected.version} was loaded, ${version} runs`);
  if (session.restarts.length > 0) problems.push(`it was restarted: ${session.restarts}`);
  await session.runtime.close();
  return problems;
}

/** A page with the app, a few contacts by position, and the list in a ViewList. */
async function show(session: TestSession, id: string, random: Random): Promise<Shown> {
  const page = await session.page(id);
  const paths = new Map<number, string[]>();
  const create = async (parent: number, path: string) => {
    const made = await page.create(parent, path, random(4) === 0 ? { priority: 'high' } : {});
    paths.set(made, [...(paths.get(parent) ?? []), path]);
    return made;
  };
  const app = await page.create(1, 'value');
  paths.set(app, []);
  for (const path of APP_PATHS) await create(app, path);
  const slots: number[] = [];
  for (let i = 0; i < 6; i++) {
    const slot = await create(app, `contacts.${i}`);
    slots.push(slot);
    for (const path of CONTACT_PATHS) await create(slot, path);
  }
  const list = await page.create(app, 'all()?wrapper=lua.ViewList');
  await page.create(list, 'items');
  const [bump, add] = (await page.createAll(app, [['bump()?access=action'], ['add(_)']])) as [number, number];
  return { page, paths, slots, bump, add };
}

async function step(
  session: TestSession,
  shown: Shown[],
  random: Random,
  expected: { bumps: number; version: number },
): Promise<void> {
  const one = shown[random(2)] as Shown;
  const contact = `mcp.value.contacts[${1 + random(6)}]`;
  const writable = [...one.paths].filter(([, [, last = '']]) => /^(name|rename\(\)\?.*)$/.test(last));
  const acts: (() => Promise<unknown>)[] = [
    () => session.run(`local c = ${contact} if c then c.name = "n${random(50)}" end`),
    () => session.run(`local c = ${contact} if c then c.friend = mcp.value.contacts[${1 + random(4)}] end`),
    () =>
      session.run(
        `local c = ${contact} if c then c.tag = ${['nil', 'true', '"t"', '{ 1, 2 }'][random(4)]} end`,
      ),
    () => session.run(`if mcp.value:count() < 12 then mcp.value:add("new ${random(100)}") end`),
    () => session.run(`table.remove(mcp.value.contacts, ${1 + random(6)})`),
    () => session.run('table.insert(mcp.value.contacts, 1, table.remove(mcp.value.contacts))'),
    () => session.run(`mcp.value.title = "title ${random(10)}"`),
    async () => {
      expected.bumps++;
      await session.run('mcp.value:bump()');
    },
    async () => {
      expected.bumps++;
      await one.page.update(one.bump, null);
    },
    () => one.page.update(one.add, `typed ${random(100)}`),
    () => one.page.update(writable[random(writable.length)]?.[0] ?? 0, `typed ${random(30)}`),
    () => one.page.update(writable[random(writable.length)]?.[0] ?? 0, `typed ${random(30)}`),
    async () => session.deliver(await session.runtime.touch()),
    async () => {
      if (random(4) > 0) return;
      expected.version++;
      session.write(FILE, appFile(expected.version));
      const { failure } = session.deliver(await session.runtime.reload(FILE));
      if (failure) throw new Error(failure.message);
    },
    async () => {
      const slot = one.slots[random(one.slots.length)] ?? 0;
      const again = [...one.paths.keys()].filter(
        (id) => id > slot && one.paths.get(id)?.[0] === one.paths.get(slot)?.[0],
      );
      await one.page.send(again.slice(0, 1).map((varId) => ({ type: 'watch', data: { varId } })));
    },
  ];
  await acts[random(acts.length)]?.();
}

async function differences(session: TestSession, shown: Shown[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { page, paths } of shown) {
    const all = [...paths.values()].map((parts) => `{${parts.map((part) => `"${part}"`).join(',')}}`);
    const wanted = (await session.run(`return naive({${all.join(',')}})`)) as unknown[];
    [...paths.keys()].forEach((id, n) => {
      const got = JSON.stringify(nameObjects(page.values.get(id) ?? null));
      if (got !== JSON.stringify(wanted[n]))
        problems.push(`${paths.get(id)?.join(' / ')} is ${JSON.stringify(wanted[n])}, the page shows ${got}`);
    });
    const errors = [...page.errors.entries()].filter(([, { code }]) => code !== 'path-failure');
    if (errors.length > 0) problems.push(JSON.stringify(errors));
  }
  return problems;
}

function nameObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameObjects);
  return value !== null && typeof value === 'object' && 'obj' in value ? 'object' : value;
}
