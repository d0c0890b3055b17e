import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { copyForms, type Forms } from './named/copy-forms.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let app: Forms;
let user: McpUser;
beforeAll(async () => {
  app = copyForms(cleanup, 'mcp: { expose: forms }\n');
  user = await connect(cleanup, app.dir, { TANDEM_USER: '{"id":"ann","roles":["boss"]}' });
});

/** What one call saved, and what it returned. */
async function call(name: string, args: Record<string, unknown>) {
  const before = app.saved().length;
  const { structured, texts } = await user.call(name, args);
  return { result: structured as Record<string, unknown>, saved: app.saved().slice(before), text: texts[0] };
}

async function schemaOf(name: string) {
  const { tools } = await user.client.listTools();
  return tools.find((tool) => tool.name === name)?.inputSchema as {
    properties: Record<string, Record<string, unknown>>;
    required?: string[];
  };
}

describe('lists in lists', () => {
  test('are arrays of objects in arrays of objects', async () => {
    const { properties, required } = await schemaOf('order');
    expect(properties.parcels).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          to: { type: 'string' },
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                count: { type: 'number', minimum: 1 },
                reason: { type: 'string', description: 'Why so many; if shown' },
              },
            },
          },
        },
        required: ['to'],
      },
    });
    expect(required).toEqual(['title']);
  });

  test('grow item by item, with fields that appear in one of them only', async () => {
    const parcels = [
      {
        to: 'Ann',
        items: [
          { name: 'cup', count: 2 },
          { name: 'nail', count: 50, reason: 'a shed' },
        ],
      },
      { to: 'Ben', items: [] },
      { to: 'Cem', items: [{ name: 'jug', count: 1 }] },
    ];
    const { result, saved } = await call('order', { title: 'May', parcels });
    expect(result).toMatchObject({ ok: true, messages: ['Ordered.'], page: 'order' });
    expect(saved).toMatchObject([{ kind: 'order', data: { title: 'May', parcels } }]);
  });

  test('name the item in errors, and submit nothing', async () => {
    const { result, saved } = await call('order', {
      title: 'June',
      parcels: [{ to: 'Ann', items: [{ name: 'cup', count: 3, reason: 'none' }] }],
    });
    expect(result.errors).toEqual({
      'parcels.0.items.0.reason': [expect.stringContaining('is hidden now')],
    });
    expect(saved).toEqual([]);
  });

  test('grow only where a person could add an item', async () => {
    const { result, saved } = await call('order', { title: 'July', fixed: [{ text: 'a' }] });
    expect(result.errors).toMatchObject({ fixed: [expect.stringContaining('has no button for pushItem')] });
    expect(saved).toEqual([]);
  });

  test('shrink in a session that has more items', async () => {
    const { sessionId } = (await user.call('session_create', { name: 's' })).structured as {
      sessionId: string;
    };
    const parcels = [{ to: 'a' }, { to: 'b' }, { to: 'c' }];
    await call('order', { sessionId, title: 'x', parcels });
    const { saved } = await call('order', { sessionId, title: 'x', parcels: [{ to: 'b' }] });
    expect(saved).toMatchObject([{ data: { parcels: [{ to: 'b' }] } }]);
  });
});

describe('fields that depend on others', () => {
  test('are optional and say so; fields that are never shown, or not for agents, are left out', async () => {
    const { properties, required } = await schemaOf('profile_publish_it');
    expect(Object.keys(properties)).toEqual([
      'county',
      'state',
      'country',
      'person',
      'plz',
      'sessionId',
      '_sessionId',
    ]);
    expect(properties.county).toEqual({ type: 'string', description: 'if shown' });
    expect(properties.plz).toEqual({ type: 'integer', description: 'Postcode; required if shown' });
    expect(required).toEqual(['person']);
  });

  test('are set in an order that makes them appear', async () => {
    const { result, saved } = await call('profile_publish_it', {
      county: 'Travis',
      state: 'Texas',
      country: 'United States',
      person: { name: 'Ann', email: 'ann@example.com' },
      sessionId: 'a text',
    });
    expect(result).toMatchObject({ ok: true });
    expect(saved).toMatchObject([
      {
        kind: 'public',
        data: {
          county: 'Travis',
          state: 'Texas',
          country: 'us',
          person: { name: 'Ann' },
          mail: 'ann@example.com',
          sessionId: 'a text',
        },
      },
    ]);
  });

  test('that do not appear are errors', async () => {
    const { result, saved } = await call('profile_keep_draft', {
      country: 'us',
      plz: 10115,
      county: 'Travis',
      state: 'Ohio',
      person: { name: 'Ann' },
    });
    expect(result).toMatchObject({ ok: false, errors: { plz: [expect.stringContaining('hidden')] } });
    expect(Object.keys(result.errors as object).sort()).toEqual(['county', 'plz']);
    expect(saved).toEqual([]);
  });

  test('that are required once shown come back by field', async () => {
    const { result } = await call('profile_keep_draft', { country: 'de', person: { name: 'Ann' } });
    expect(result).toMatchObject({ ok: false, errors: { plz: ['This field is required'] } });
  });
});

test('two buttons are two tools', async () => {
  const args = { person: { name: 'Ann' } };
  expect((await call('profile_keep_draft', args)).saved).toMatchObject([{ kind: 'draft' }]);
  expect((await call('profile_publish_it', args)).saved).toMatchObject([{ kind: 'public' }]);
});

describe('options of requests', () => {
  test('are listed by a companion tool', async () => {
    const { tools } = await user.client.listTools();
    expect(tools.find((tool) => tool.name === 'options_assign')).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: {
        properties: { field: { enum: ['person', 'team', 'tasks.$.team'] } },
        required: ['field'],
      },
    });
    const all = [
      { value: 1, label: 'Red' },
      { value: 2, label: 'Blue' },
    ];
    expect((await call('options_assign', { field: 'team' })).result).toEqual({ options: all });
    expect((await call('options_assign', { field: 'tasks.$.team' })).result).toEqual({ options: all });
    expect((await call('options_assign', { field: 'team', query: 'BL' })).result).toEqual({
      options: [{ value: 2, label: 'Blue' }],
    });
    expect((await call('options_assign', { field: 'note' })).text).toContain('"field" of options_assign');
  });

  test('are accepted by label, also where they depend on another field', async () => {
    const { result, saved } = await call('assign', { person: 'Bea', team: 'Blue', tasks: [{ team: 'Red' }] });
    expect(result).toMatchObject({ ok: true });
    expect(saved).toMatchObject([{ data: { person: 3, team: 2, tasks: [{ team: 1 }] } }]);
    const wrong = await call('assign', { person: 'Bea', team: 'Red' });
    expect(wrong.result.errors).toEqual({ person: [expect.stringContaining('has no option "Bea"')] });
    const { sessionId } = wrong.result;
    expect((await call('options_assign', { sessionId, field: 'person' })).result).toEqual({
      options: [{ value: 1, label: 'Ann' }],
    });
  });
});

describe('dialogs', () => {
  test('are opened first, and have their own fields', async () => {
    const { properties } = await schemaOf('dialogs_dialog');
    expect(Object.keys(properties)).toEqual(['inside', 'sessionId']);
    const { result, saved } = await call('dialogs_dialog', { inside: 'x' });
    expect(result).toMatchObject({ ok: true });
    expect(saved).toMatchObject([{ kind: 'dialog', data: { inside: 'x' } }]);
  });

  test('that confirm are about the form around them', async () => {
    const { result, saved } = await call('dialogs_sure', { outside: 'y' });
    expect(result).toMatchObject({ ok: true });
    expect(saved).toMatchObject([{ kind: 'confirmed', data: { outside: 'y' } }]);
  });
});

test('what a person must approve waits for them, and is not done before', async () => {
  const { tools } = await user.client.listTools();
  expect(tools.find((tool) => tool.name === 'guarded')?.description).toContain('A person must approve it.');
  const { text, saved } = await call('guarded', { text: 'x' });
  expect(JSON.parse(text ?? '')).toMatchObject({ status: 'waiting', askId: expect.any(String) });
  expect(saved).toEqual([]);
});
