import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES, HOME, load, makeApp, recordLog } from '../../../test/fixtures/contacts-app.ts';

const makeContacts = (files: Record<string, string> = {}) => makeApp({ ...FILES, ...files });

describe('mcp settings of an app', () => {
  const MCP = {
    'lowdefy.yaml': `${FILES['lowdefy.yaml']}mcp:\n  tools: { get_state: { enabled: false } }\n  exclude: [about]\n`,
    'pages/home.yaml': `${HOME}  - id: danger\n    type: Button\n    layout: { span: 4 }\n    mcp: { confirm: true, toolName: x }\nmcp:\n  confirm: true\n`,
    'button.yaml': `id: { _var: { key: name, default: save } }\ntype: Button\n# keep\nstyle: &s { color: red }\nmcp: { exclude: true }\nproperties: { style: *s, mcp: data, options: [{ id: 1, type: a, mcp: { x: 1 } }] }\n`,
  };

  it('are collected from the app, pages, blocks and references, and removed from the build', async () => {
    const log = recordLog();
    const dir = makeContacts(MCP);
    const app = await load(dir, { log });
    expect(app.settings).toEqual({
      enabled: true,
      readOnly: false,
      approveInClient: false,
      needsApproval: true,
      exclude: ['about'],
      disabledTools: ['get_state'],
      disabledActions: [],
      uploads: [],
      pages: {
        home: {
          confirm: true,
          blocks: { danger: { confirm: true, toolName: 'x' }, save: { exclude: true } },
        },
        about: { exclude: true, blocks: {} },
      },
      expose: [],
      tools: {},
      resources: {},
    });
    const page = await app.packages.api.getPageConfig(app.createApiContext(null), { pageId: 'home' });
    expect(page).toMatchObject({
      areas: {
        content: {
          blocks: [
            {
              blockId: 'save',
              style: { color: 'red' },
              properties: { style: { color: 'red' }, mcp: 'data', options: [{ mcp: { x: 1 } }] },
            },
            { blockId: 'danger', layout: { span: 4 } },
          ],
        },
      },
    });
    expect(page).not.toHaveProperty('layout');
    expect(JSON.stringify(page)).not.toMatch(/tandemMcp|exclude|confirm/);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn mcp.toolName of block "danger" of page "home" has no effect: no tool can be made of it.',
    ]);
    expect(readFileSync(join(dir, 'button.yaml'), 'utf8')).toBe(MCP['button.yaml']);
  });

  it('are found in templates, whose ids are generated during the build', async () => {
    const app = await load(
      makeContacts({
        'pages/home.yaml': HOME.replace(
          '_ref: button.yaml',
          '_ref: { path: b.yaml.njk, vars: { name: go } }',
        ),
        'b.yaml.njk': 'id: {{ name }}_now\ntype: Button\nmcp: { confirm: true }\n',
      }),
    );
    expect(app.settings.pages.home?.blocks).toEqual({ go_now: { confirm: true } });
  });

  it('may be in tandem.yaml; what one file forbids the other cannot allow', async () => {
    const settings = {
      readOnly: true,
      pages: { home: { confirm: false, blocks: { save: { exclude: false, confirm: true } } } },
    };
    const app = await load(makeContacts(MCP), { settings });
    expect(app.settings).toMatchObject({
      readOnly: true,
      pages: { home: { confirm: true, blocks: { save: { exclude: true, confirm: true } } } },
    });
  });

  it.each([
    [
      { pages: { hom: {} } },
      'tandem.yaml: mcp.pages names the page "hom", which does not exist. Did you mean "home"?',
    ],
    [
      { pages: { home: { blocks: { sav: {} } } } },
      'names the block "sav", which does not exist. Did you mean "save"?',
    ],
    [{ exclude: ['nope_at_all'] }, 'mcp.exclude names the page "nope_at_all", which does not exist.'],
  ])('that name nothing are refused: %j', async (settings, message) => {
    await expect(load(makeContacts(), { settings })).rejects.toThrow(message);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'top',
      { 'lowdefy.yaml': `${FILES['lowdefy.yaml']}mcp:\n  readonly: true\n` },
      'lowdefy.yaml:18: unknown setting "mcp.readonly". Did you mean "readOnly"?',
    ],
    [
      'tool',
      { 'lowdefy.yaml': `${FILES['lowdefy.yaml']}mcp:\n  tools:\n    delete_all: { enabled: false }\n` },
      'mcp.tools: "delete_all" is not a tool of this app.',
    ],
    [
      'page',
      { 'pages/home.yaml': `${HOME}mcp:\n  exclude: true\n  comfirm: true\n` },
      'pages/home.yaml:16: unknown setting "mcp.comfirm". Did you mean "confirm"?',
    ],
    [
      'block',
      { 'button.yaml': 'id: save\ntype: Button\nmcp: { exclude: yes please }\n' },
      'button.yaml:3: mcp.exclude: exclude must be true or false.',
    ],
    [
      'request',
      { 'pages/home.yaml': HOME.replace('connectionId: db', 'connectionId: db\n    mcp: { comfirm: true }') },
      'pages/home.yaml:10: unknown setting "mcp.comfirm". Did you mean "confirm"?',
    ],
    [
      'beside _ref',
      { 'pages/home.yaml': `${HOME}    mcp: { confirm: true }\n` },
      'pages/home.yaml:14: Lowdefy ignores keys next to "_ref".',
    ],
    [
      'computed',
      { 'button.yaml': 'id: save\ntype: Button\nmcp: { exclude: { _state: x } }\n' },
      'block "save" on page "home": mcp.exclude: exclude must be true or false.',
    ],
  ])('that are wrong are refused with their place: %s', async (_, files, message) => {
    await expect(load(makeContacts(files))).rejects.toThrow(message);
  });
});
