import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditApp } from './audit-app.ts';
import type { AuditReport } from './finding.ts';

const IDIOMS = join(import.meta.dirname, '../../../test/live/idioms');

let baseDir: string;
beforeEach(async () => {
  baseDir = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterEach(() => rm(baseDir, { recursive: true, force: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(baseDir, file)), { recursive: true });
  await writeFile(join(baseDir, file), text);
}

const LUA = `Contact = session:prototype("Contact", {
  name = "",
  done = false,
})
function Contact:label() return self.name end
function Contact:remove() contacts:drop(self) end

ContactsApp = session:prototype("ContactsApp", {
  items = EMPTY,
  current = EMPTY,
})
function ContactsApp:new(instance)
  instance = session:create(ContactsApp, instance)
  instance.items = instance.items or {}
  return instance
end
function ContactsApp:add()
  local contact = Contact:new({ name = "New" })
  table.insert(self.items, contact)
  self.current = contact
end
function ContactsApp:drop(contact) self.current = nil end
function ContactsApp:all() return self.items end

contacts = contacts or ContactsApp:new()
`;
const VIEW = `<template>
  <div>
    <div ui-view="all()?wrapper=lua.ViewList"></div>
    <div ui-view="current"></div>
    <sl-button ui-action="add()">Add</sl-button>
  </div>
</template>
`;
const ITEM = `<template>
  <div><span ui-value="label()"></span><sl-button ui-action="remove()">x</sl-button></div>
</template>
`;
const DETAIL = `<template>
  <form><sl-input ui-value="name"></sl-input><sl-checkbox ui-value="done"></sl-checkbox></form>
</template>
`;

/** Audits the contacts app with some files replaced or added; null removes one. */
async function audit(changes: Record<string, string | null> = {}): Promise<AuditReport> {
  const files: Record<string, string | null> = {
    'app.lua': LUA,
    'viewdefs/ContactsApp.DEFAULT.html': VIEW,
    'viewdefs/Contact.list-item.html': ITEM,
    'viewdefs/Contact.DEFAULT.html': DETAIL,
    ...changes,
  };
  for (const [file, text] of Object.entries(files))
    if (text !== null) await put(`apps/contacts/${file}`, text);
  return auditApp({ baseDir, app: 'contacts' });
}

/** `rule file:line` of every finding. */
function places(report: AuditReport): string[] {
  return [...report.violations, ...report.warnings].map(
    ({ rule, file, line }) => `${rule} ${file.replace('apps/contacts/', '')}:${line}`,
  );
}

const inItem = (body: string) => ({
  'viewdefs/Contact.list-item.html': ITEM.replace('</div>', `\n${body}</div>`),
});
const inDetail = (body: string) => ({
  'viewdefs/Contact.DEFAULT.html': DETAIL.replace('</form>', `\n${body}</form>`),
});
const inLua = (code: string) => ({ 'app.lua': LUA + code });
/** The line behind LUA where added code starts. */
const NEXT = LUA.split('\n').length;
const DETAIL_FILE = 'viewdefs/Contact.DEFAULT.html';

test('an app without mistakes has no findings', async () => {
  const report = await audit();
  expect(report).toEqual({
    violations: [],
    warnings: [],
    reminders: [],
    summary: '0 violations, 0 warnings, 0 reminders in 1 Lua file and 3 views of apps/contacts.',
  });
});

test('an unknown app is reported with the nearest name', async () => {
  await audit();
  await expect(auditApp({ baseDir, app: 'contcts' })).rejects.toThrow(
    /App "contcts" not found.*Did you mean "contacts"/,
  );
  await expect(auditApp({ baseDir, app: '../contacts' })).rejects.toThrow(/not found/);
});

test('a link that leads out of base_dir is not read', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'audit-out-'));
  await writeFile(join(outside, 'bad.lua'), 'this is not lua');
  await audit();
  await symlink(join(outside, 'bad.lua'), join(baseDir, 'apps/contacts/bad.lua'));
  expect(places(await audit())).toEqual([]);
  await rm(outside, { recursive: true });
});

describe('Lua', () => {
  test('syntax errors have their line, and disable comparisons of names', async () => {
    const report = await audit({
      'app.lua': 'Contact = session:prototype("Contact", {})\nfunction Contact:broken(\n',
    });
    expect(places(report)).toEqual(['lua-syntax app.lua:3']);
    expect(report.summary).toContain('names were not compared');
  });

  test('goto and other newer syntax is refused', async () => {
    expect(places(await audit(inLua('goto done\n')))).toEqual([`lua-syntax app.lua:${NEXT}`]);
  });

  test('endlessly nested code returns a finding instead of throwing', async () => {
    const report = await audit(inLua(`x = ${'{'.repeat(20_000)}${'}'.repeat(20_000)}\n`));
    expect(report.violations).toMatchObject([
      { rule: 'lua-syntax', message: expect.stringContaining('nested') },
    ]);
  });

  test('text beyond ASCII is fine', async () => {
    expect(places(await audit(inLua('-- žluťoučký 中\nGREETING = "čau 👋"\n')))).toEqual([]);
  });

  test('an unused method is dead, and so is one that only calls itself', async () => {
    const code = 'function Contact:unused() end\nfunction Contact:again() return self:again() end\n';
    expect(places(await audit(inLua(code)))).toEqual([
      `dead-method app.lua:${NEXT}`,
      `dead-method app.lua:${NEXT + 1}`,
    ]);
  });

  test('a method is used by a string, by another app, by @api, or because the product calls it', async () => {
    await put('apps/other/app.lua', 'function go(c) c:byOther() end');
    const code = `function Contact:byName() end
local list = { "byName" }
function Contact:byOther() end
-- @api the agent calls it
function Contact:import() end
function Contact:mutate() end
`;
    expect(places(await audit(inLua(code)))).toEqual([]);
  });

  test.each([
    ['contacts = ContactsApp:new()'],
    ['contacts = session:create(ContactsApp)'],
    ['if session.reloading then contacts = ContactsApp:new() end'],
  ])('an app that is made anew on reload: %s', async (code) => {
    expect(places(await audit(inLua(`${code}\n`)))).toEqual([`reload-guard app.lua:${NEXT}`]);
  });

  test.each([
    ['if not session:getApp() then session:createAppVariable(ContactsApp:new()) end'],
    ['if not session.reloading then contacts = ContactsApp:new() end'],
    ['if session:getApp() == nil then contacts = ContactsApp:new() end'],
    ['if contacts == nil then contacts = ContactsApp:new() end'],
    ['if session.reloading then print("again") else contacts = ContactsApp:new() end'],
    ['if session.reloading then return end\ncontacts = ContactsApp:new()'],
    ['function start() contacts = ContactsApp:new() end'],
  ])('is guarded: %s', async (code) => {
    expect(places(await audit(inLua(`${code}\n`)))).toEqual([]);
  });

  test('an unguarded app variable and an unguarded timer', async () => {
    const code = 'session:createAppVariable(ContactsApp:new())\nsession:setInterval(function() end, 1000)\n';
    const report = await audit(inLua(code));
    expect(report.violations.map(({ line }) => line)).toEqual([NEXT]);
    expect(report.warnings.map(({ line, rule }) => [line, rule])).toEqual([[NEXT + 1, 'reload-guard']]);
  });

  test('the global must be the folder name in camelCase', async () => {
    const report = await audit({
      'app.lua': LUA.replace('contacts = contacts or', 'contactApp = contactApp or'),
    });
    const [found] = report.violations.filter(({ rule }) => rule === 'global-name');
    expect(found).toMatchObject({ file: 'apps/contacts/app.lua', line: NEXT - 1 });
    expect(found?.message).toContain('"contacts"');
    expect(found?.message).toContain('"contactApp"');
  });

  test('hyphens of the folder become camelCase', async () => {
    await put(
      'apps/my-cool-app/app.lua',
      'App = session:prototype("App", {})\nmyCoolApp = myCoolApp or App:new()\n',
    );
    await put('apps/my-cool-app/viewdefs/App.DEFAULT.html', '<template><p>hi</p></template>');
    expect((await auditApp({ baseDir, app: 'my-cool-app' })).violations).toEqual([]);
  });

  test('a local of the same name is not a global', async () => {
    const code = LUA.replace('contacts = contacts or', 'local contacts =').replace(
      'contacts:drop(self)',
      'print(self)',
    );
    const report = await audit({ 'app.lua': code });
    expect(report.violations.map(({ rule }) => rule)).toEqual(['global-name']);
  });

  test('metatables by hand', async () => {
    const code = 'Old = {}\nOld.__index = Old\nfunction Old.make() return setmetatable({}, Old) end\n';
    const report = await audit(inLua(code));
    expect(places(report)).toEqual([
      `manual-metatable app.lua:${NEXT + 1}`,
      `manual-metatable app.lua:${NEXT + 2}`,
    ]);
  });

  test('weak tables are fine', async () => {
    expect(places(await audit(inLua('cache = setmetatable({}, { __mode = "k" })\n')))).toEqual([]);
  });

  test('tables as defaults are shared: empty ones are violations, others warnings', async () => {
    const report = await audit({
      'app.lua': LUA.replace('  items = EMPTY,', '  items = {},\n  sizes = { "S", "M" },'),
    });
    expect(report.violations).toMatchObject([
      { rule: 'shared-default', file: 'apps/contacts/app.lua', line: 9 },
    ]);
    expect(report.warnings).toMatchObject([{ rule: 'shared-default', line: 10 }]);
  });

  test('reminders: permissions, events, calls by computed name', async () => {
    const code =
      'local f = io.open("x")\nmcp.pushState({ event = "x" })\nlocal n = "a" .. "b"\ncontacts[n](contacts)\n';
    const { reminders, violations } = await audit(inLua(code));
    expect(violations).toEqual([]);
    expect(reminders.map(({ rule, line }) => [rule, line - NEXT])).toEqual([
      ['permission', 0],
      ['events', 1],
      ['dynamic-call', 3],
    ]);
  });
});

describe('views and Lua together', () => {
  test('a method that no prototype has', async () => {
    const report = await audit(inDetail('<sl-button ui-action="lable()">x</sl-button>'));
    expect(report.violations).toMatchObject([
      { rule: 'missing-method', file: `apps/contacts/${DETAIL_FILE}`, line: 3 },
    ]);
    expect(report.violations[0]?.message).toContain('Did you mean "label"?');
  });

  test('a method of an object of unknown type', async () => {
    const report = await audit(inDetail('<p ui-value="owner.zzz()"></p>'));
    expect(report.violations).toMatchObject([{ rule: 'missing-method', line: 3 }]);
  });

  test('a field that is called, a method that is not', async () => {
    expect(places(await audit(inDetail('<p ui-value="name()"></p>\n<p ui-value="label"></p>')))).toEqual([
      `missing-method ${DETAIL_FILE}:3`,
      `method-call ${DETAIL_FILE}:4`,
    ]);
  });

  test('methods of a base count, and an unknown base could have any method', async () => {
    const bases = `Base = session:prototype("Base", {})
function Base:hello() end
A = session:prototype("A", {}, Base)
B = session:prototype("B", {}, Somewhere)
`;
    const view = '<template><p ui-value="hello()"></p></template>';
    const anything = '<template><p ui-value="anything()"></p></template>';
    const report = await audit({
      ...inLua(bases),
      'viewdefs/A.DEFAULT.html': view,
      'viewdefs/B.DEFAULT.html': anything,
    });
    expect(places(report)).toEqual([]);
  });

  test('methods that are assigned or created at run time are accepted', async () => {
    const code = `Contact.save = contacts.save
Contact["clear"] = function(self) end
Loose = session:prototype("Loose", {})
for _, name in ipairs({ "one" }) do Loose[name] = function() end end
`;
    const report = await audit({
      ...inLua(code),
      ...inDetail('<button ui-action="save()">x</button><button ui-action="clear()">y</button>'),
      'viewdefs/Loose.DEFAULT.html': '<template><p ui-value="two()"></p></template>',
    });
    expect(places(report)).toEqual([]);
  });

  test('a field that does not exist in Lua', async () => {
    const report = await audit(inDetail('<p ui-value="nmae"></p>'));
    expect(report.warnings).toMatchObject([{ rule: 'unknown-field', line: 3 }]);
    expect(report.warnings[0]?.message).toContain('"name"');
  });

  test('ui-action on a field', async () => {
    expect(places(await audit(inDetail('<button ui-action="done">x</button>')))).toEqual([
      `action-path ${DETAIL_FILE}:3`,
    ]);
  });

  test('a displayed app without a view', async () => {
    const report = await audit({ 'viewdefs/ContactsApp.DEFAULT.html': null });
    expect(report.violations).toMatchObject([
      { rule: 'missing-view', file: 'apps/contacts/app.lua', line: NEXT - 1 },
    ]);
  });

  test('list items and an object without a view', async () => {
    const report = await audit({
      'viewdefs/Contact.DEFAULT.html': null,
      'viewdefs/Contact.list-item.html': null,
    });
    expect(places(report).filter((place) => place.startsWith('missing-view'))).toEqual([
      'missing-view viewdefs/ContactsApp.DEFAULT.html:3',
      'missing-view viewdefs/ContactsApp.DEFAULT.html:4',
    ]);
  });

  test("a view in the list's namespace is enough", async () => {
    const report = await audit({
      'viewdefs/Contact.list-item.html': null,
      'viewdefs/Contact.row.html': ITEM,
      'viewdefs/ContactsApp.DEFAULT.html': VIEW.replace('ui-view="all', 'ui-namespace="row" ui-view="all'),
    });
    expect(places(report)).toEqual([]);
  });

  test('a view of a type that does not exist', async () => {
    const report = await audit({ 'viewdefs/Contcat.compact.html': '<template><p></p></template>' });
    expect(report.warnings).toMatchObject([{ rule: 'unknown-type', line: 1 }]);
    expect(report.warnings[0]?.message).toContain('"Contact"');
  });

  test('types may come from elsewhere: built in, other files, a type field', async () => {
    await put('lua/mcp.lua', 'Shared = session:prototype("Shared", {})');
    const view = '<template><p></p></template>';
    const report = await audit({
      ...inLua('local plain = { type = "Loose" }\n'),
      'viewdefs/lua.ViewListItem.option.html':
        '<template><sl-option ui-attr-value="item.name"></sl-option></template>',
      'viewdefs/Shared.DEFAULT.html': view,
      'viewdefs/Loose.DEFAULT.html': view,
    });
    expect(places(report)).toEqual([]);
  });

  test('wrappers must exist and have a view', async () => {
    const report = await audit({
      ...inLua('Row = session:prototype("Row", {})\n'),
      ...inDetail(
        '<p ui-view="items?wrapper=Rwo"></p>\n<p ui-view="items?wrapper=lua.ViewList&itemWrapper=Row"></p>',
      ),
    });
    expect(report.violations).toMatchObject([
      { rule: 'unknown-type', line: 3 },
      { rule: 'missing-view', line: 4 },
    ]);
  });

  test('a list needs the wrapper with ui-view, and must not have it with ui-viewlist', async () => {
    const report = await audit(
      inDetail('<p ui-view="items"></p>\n<p ui-viewlist="items?wrapper=lua.ViewList"></p>'),
    );
    expect(places(report)).toEqual([
      `viewlist-wrapper ${DETAIL_FILE}:4`,
      `list-without-wrapper ${DETAIL_FILE}:3`,
    ]);
  });

  test('item. in the view of a list item', async () => {
    const report = await audit(inItem('<p ui-value="item.name"></p>'));
    expect(places(report)).toEqual(['item-prefix viewdefs/Contact.list-item.html:3']);
  });

  test('a wrapper of items may have a field named item', async () => {
    const code = 'Row = session:prototype("Row", { item = EMPTY })\n';
    const view = '<template><p ui-value="item.name"></p></template>';
    expect(places(await audit({ ...inLua(code), 'viewdefs/Row.list-item.html': view }))).toEqual([]);
  });
});

describe('prototypes by other names', () => {
  test.each(readdirSync(IDIOMS))('nothing is wrong with the app %s, which works', async (app) => {
    const { violations } = await auditApp({ baseDir: join(IDIOMS, app), app });
    const isMeant = ({ message }: { message: string }) => !message.includes('no method missing');
    expect(violations.filter(isMeant)).toEqual([]);
  });

  test('what is missing is still found', async () => {
    await put(
      'apps/x/app.lua',
      'X = session:prototype("X", {}) X.Y = session:prototype("X.Y", {}) local Z = X.Y function Z:a() end x = x or X:new()',
    );
    await put('apps/x/viewdefs/X.DEFAULT.html', '<template><p></p></template>');
    await put(
      'apps/x/viewdefs/X.Y.list-item.html',
      '<template><p ui-value="a()"><b ui-value="b()"></b></p></template>',
    );
    const { violations } = await auditApp({ baseDir, app: 'x' });
    expect(violations.map(({ message }) => message)).toEqual([
      expect.stringContaining('ui-value="b()": X.Y has no method b.'),
    ]);
  });

  test('a method that a running session has is not missing', async () => {
    await put('apps/x/app.lua', 'X = session:prototype("X", {}) x = x or X:new()');
    await put('apps/x/viewdefs/X.DEFAULT.html', '<template><p ui-value="a()"></p></template>');
    const rules = async (running: Record<string, string[]>[]) =>
      (await auditApp({ baseDir, app: 'x', running })).violations.map(({ rule }) => rule);
    expect(await rules([])).toEqual(['missing-method']);
    expect(await rules([{ X: ['b'] }, { Y: ['a'] }])).toEqual(['missing-method']);
    expect(await rules([{ X: ['a'] }])).toEqual([]);
  });
});
