import { describe, expect, it } from 'vitest';
import { load, makeApp, recordLog, write } from '../../../test/fixtures/contacts-app.ts';
import {
  GENERATION_4_5,
  GENERATION_5,
  type Generation,
  installGeneration,
} from '../../../test/fixtures/generations/install-generation.ts';

const MAIN = `lowdefy: VERSION
pages:
  - _ref: pages/home.yaml
`;
const HOME = `id: home
type: Box
blocks:
  - { id: name, type: TextInput }
`;

function makeNewer(words: Generation, files: Record<string, string> = {}): string {
  const all = { 'lowdefy.yaml': MAIN, 'pages/home.yaml': HOME, ...files };
  const dir = makeApp(
    Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, text.replace('VERSION', words.version)]),
    ),
  );
  installGeneration(dir, words);
  return dir;
}

async function failure(dir: string): Promise<string> {
  const error: unknown = await load(dir).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_config' });
  return (error as Error).message;
}

describe.each([GENERATION_4_5, GENERATION_5])(
  'a build of Lowdefy $version, which logs its errors',
  (words) => {
    it('fails with all of them, each with its location in the app', async () => {
      const dir = makeNewer(words, {
        'pages/home.yaml': `${HOME}  - id: go # error: Block type is missing.\n    mcp: { exclude: true }\n    type: Button\n# error: Last one.\n`,
        'lowdefy.yaml': `${MAIN}# error: Menus are not a list.\n`,
      });
      const message = await failure(dir);
      expect(message).toContain(`The app in ${dir} cannot be built. It has 3 problems: (1) `);
      expect(message).toContain('lowdefy.yaml:4: Menus are not a list.');
      // The built copy has different lines, because mcp settings are moved.
      expect(message).toContain('pages/home.yaml:5: Block type is missing.');
      expect(message).toContain('pages/home.yaml:8: Last one.');
      expect(message).not.toMatch(/See above|tmp-|\n/);
    });

    it('fails with the first ten of many errors', async () => {
      const lines = Array.from({ length: 13 }, (_, index) => `# error: Wrong number ${index}.`);
      const message = await failure(makeNewer(words, { 'pages/home.yaml': `${HOME}${lines.join('\n')}` }));
      expect(message).toMatch(/It has 13 problems: \(1\) .* \(10\) .* \(and 3 more\)$/);
    });

    it('fails with one sentence if no location is logged', async () => {
      const dir = makeNewer(words, { 'lowdefy.yaml': `${MAIN}  - _ref: pages/hom.yaml\n` });
      expect(await failure(dir)).toContain(
        'lowdefy.yaml:4: _ref names the file "pages/hom.yaml", which does not exist. Did you mean "pages/home.yaml"?',
      );
    });

    it('treats what only production refuses as a warning', async () => {
      const dir = makeNewer(words, {
        'pages/home.yaml': `${HOME}# prod-error: layout.gutter is old.\n# warning: A hint.\n`,
      });
      const log = recordLog();
      const app = await load(dir, { log });
      expect(app.pages).toHaveLength(1);
      const [remarks] = log.lines.filter((line) => line.includes("Lowdefy's warnings"));
      expect(remarks).toContain('pages/home.yaml:5: layout.gutter is old.');
      expect(remarks).toContain('pages/home.yaml:6: A hint.');
    });

    it('does not hide an error behind what only production refuses', async () => {
      const dir = makeNewer(words, { 'pages/home.yaml': `${HOME}# prod-error: Old.\n# error: Wrong.\n` });
      expect(await failure(dir)).toMatch(/cannot be built\. pages\/home\.yaml:6: Wrong\.$/);
    });

    it('continues without unknown types, of every kind', async () => {
      const dir = makeNewer(words, {
        'lowdefy.yaml': `${MAIN}connections: [{ id: c, type: Lost }]\nauth:\n  adapter: { id: a, type: LostAdapter }\n  providers: [{ id: p, type: LostProvider }]\n`,
        'pages/home.yaml': `${HOME}  - { id: x, type: LostBlock }\n  - id: y\n    type: Button\n    events: { onClick: [{ id: z, type: LostAction }] }\n`,
      });
      const log = recordLog();
      const app = await load(dir, { log });
      expect(Object.keys(app.unknownBlocks)).toEqual(['LostBlock']);
      const told = log.lines.filter((line) => line.includes(`Lowdefy ${words.version} has no `)).sort();
      expect(told.map((line) => /has no (.*?)\./.exec(line)?.[1])).toEqual([
        'action type "LostAction"',
        'auth adapter type "LostAdapter"',
        'auth provider type "LostProvider"',
        'block type "LostBlock"',
        'connection type "Lost"',
      ]);
    });

    it('needs no NEXTAUTH_SECRET, and says so', async () => {
      const auth = 'auth: { providers: [{ id: g, type: GoogleProvider }] }\n';
      const dir = makeNewer(words, { 'lowdefy.yaml': MAIN + auth });
      expect(process.env.NEXTAUTH_SECRET).toBeUndefined();
      const log = recordLog();
      await load(dir, { log });
      expect(log.lines.filter((line) => line.includes('NEXTAUTH_SECRET is not set'))).toHaveLength(1);
      expect(process.env).not.toHaveProperty('NEXTAUTH_SECRET');
      const told = recordLog();
      await load(dir, { log: told, env: { NEXTAUTH_SECRET: 'x' } });
      expect(told.lines.filter((line) => line.includes('NEXTAUTH_SECRET'))).toEqual([]);
    });

    it('accepts plugins with agents and with block metas', async () => {
      const plugin = {
        'plugins/chart/package.json': JSON.stringify({
          name: 'chart',
          version: '1.0.0',
          type: 'module',
          exports: { './types': './types.js' },
        }),
        'plugins/chart/types.js':
          "export default { agents: ['Poet'], blocks: ['Dial'], blockMetas: { Dial: { category: 'input', valueType: 'number' } } };",
      };
      const dir = makeNewer(words, {
        ...plugin,
        'lowdefy.yaml': `${MAIN}plugins: [{ name: chart, version: 1.0.0, typePrefix: My }]\n`,
        'pages/home.yaml': `${HOME}  - { id: dial, type: MyDial }\n`,
      });
      const { unknownBlocks, packages } = await load(dir);
      expect(unknownBlocks).toEqual({});
      // Before 5, the build writes no metas; such a plugin is for 5.
      if (words === GENERATION_5)
        expect(packages.blockMetas.MyDial).toEqual({ category: 'input', valueType: 'number' });
    });

    it('has connections without requests', async () => {
      const dir = makeNewer(words, {
        'lowdefy.yaml': `${MAIN}connections: [{ id: model, type: Model }]\nplugins: [{ name: models, version: 1.0.0 }]\n`,
        'plugins/models/package.json': JSON.stringify({
          name: 'models',
          version: '1.0.0',
          type: 'module',
          exports: { './*': './*.js' },
        }),
        'plugins/models/types.js': "export default { connections: ['Model'] };",
        'plugins/models/connections.js': 'export const Model = { schema: {}, create: () => ({}) };',
      });
      const app = await load(dir);
      expect(app.createApiContext(null)).toMatchObject({ connections: { Model: { requests: {} } } });
    });
  },
);

it('a package of blocks that Node cannot load fails alone', async () => {
  const dir = makeNewer(GENERATION_5, {
    'lowdefy.yaml': `${MAIN}plugins: [{ name: styled, version: 1.0.0 }]\n`,
    'pages/home.yaml': `${HOME}  - { id: odd, type: Odd }\n`,
    'plugins/styled/package.json': JSON.stringify({
      name: 'styled',
      version: '1.0.0',
      type: 'module',
      exports: { './*': './*.js' },
    }),
    'plugins/styled/types.js': "export default { blocks: ['Odd'] };",
    // Like a `require` of a style: the import fails, and so does a promise that nobody handles.
    'plugins/styled/blocks.js':
      "Promise.reject(new SyntaxError('Unexpected token'));\nthrow new SyntaxError('Unexpected token');\nexport const Odd = 1;",
  });
  const log = recordLog();
  const app = await load(dir, { log });
  expect(app.packages.blockMetas.Odd).toEqual({ category: 'display' });
  expect(log.lines.filter((line) => line.includes('The category of block type Odd'))).toHaveLength(1);
});

it("blocks of Lowdefy's own packages are never loaded", async () => {
  const dir = makeNewer(GENERATION_5);
  const folder = '.lowdefy/server/node_modules/@lowdefy/blocks-antd';
  write(dir, {
    [`${folder}/package.json`]: JSON.stringify({
      name: '@lowdefy/blocks-antd',
      version: '5.3.0',
      type: 'module',
      exports: { './*': './*.js' },
    }),
    [`${folder}/blocks.js`]: 'globalThis.tandemLoadedBlocks = true;\n',
  });
  await load(dir);
  expect(globalThis).not.toHaveProperty('tandemLoadedBlocks');
});
