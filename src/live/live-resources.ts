import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Resource, ResourceContents } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import { BUNDLE_DIR } from './install/bundle-files.ts';
import { LIVE_HOME } from './live-home.ts';
import type { LiveServer } from './live-server.ts';

const BUNDLED = join(BUNDLE_DIR, 'resources');
const DOCUMENTS = {
  reference: 'What live UIs are; start here',
  viewdefs: 'Views: ui-* attributes and paths',
  lua: 'Lua: prototypes, the session and mcp objects',
  mcp: 'How to build an app, with a complete example',
};
/** Larger files are not for agents. */
const MAX_BYTES = 1024 * 1024;
const TEXT_TYPES: Record<string, string> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.html': 'text/html',
  '.css': 'text/css',
  '.lua': 'text/x-lua',
};

/** What agents can read about live UIs: the state of session "1", our documents, the folder's own files. */
export function createLiveResources(server: LiveServer): Resource[] {
  const json = (uri: string, value: unknown): ResourceContents[] => [
    { uri, mimeType: 'application/json', text: JSON.stringify(value ?? null) },
  ];
  return [
    {
      uri: 'ui://state',
      name: 'state',
      description: 'The displayed app as JSON; pending events under _events',
      mimeType: 'application/json',
      home: LIVE_HOME,
      async read(uri, _variables, { principal }) {
        await server.ready(principal);
        return json(uri, await (await server.session(principal)).state());
      },
    },
    {
      uri: 'ui://variables',
      name: 'variables',
      description: 'All tracked variables, parents first',
      mimeType: 'application/json',
      home: LIVE_HOME,
      async read(uri, _variables, { principal }) {
        await server.ready(principal);
        return json(uri, await (await server.session(principal)).variables());
      },
    },
    ...Object.entries(DOCUMENTS).map(
      ([name, description]): Resource => ({
        uri: `ui://${name}`,
        name,
        description,
        mimeType: 'text/markdown',
        read: async (uri) => [
          { uri, mimeType: 'text/markdown', text: await readFile(join(BUNDLED, `${name}.md`), 'utf8') },
        ],
      }),
    ),
    {
      uriTemplate: 'ui://{+path}',
      name: 'files',
      description: 'Files in resources/ of the folder, e.g. ui://patterns/form.md',
      home: LIVE_HOME,
      read: async (uri, { path = '' }) => [await readResource(uri, decoded(path), server)],
      complete: {
        path: async (typed) => (await listResources(server)).filter((path) => path.startsWith(typed)),
      },
    },
  ];
}

/** The folder's own file, otherwise the one we ship under the same name. */
async function readResource(uri: string, path: string, server: LiveServer): Promise<ResourceContents> {
  for (const folder of resourceFolders(server)) {
    const file = await inside(folder, path);
    if (!file) continue;
    const { size } = await stat(file);
    if (size > MAX_BYTES)
      throw new TandemError('limit_reached', `${uri} has ${size} bytes; ${MAX_BYTES} can be read here.`);
    const bytes = await readFile(file);
    const mimeType = TEXT_TYPES[extname(file)];
    return mimeType
      ? { uri, mimeType, text: bytes.toString('utf8') }
      : { uri, mimeType: 'application/octet-stream', blob: bytes.toString('base64') };
  }
  const all = await listResources(server);
  throw new TandemError(
    'not_found',
    `Resource ${uri} not found. Available files: ${all.slice(0, 20).join(', ')}.`,
  );
}

/** A name with spaces arrives percent-encoded; one that contains percent signs arrives as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resourceFolders(server: LiveServer): string[] {
  return server.state === 'unconfigured' ? [BUNDLED] : [join(server.folder().path, 'resources'), BUNDLED];
}

/** A file below a folder, links resolved; undefined if there is none. */
async function inside(folder: string, path: string): Promise<string | undefined> {
  if (path.includes('\0')) return undefined;
  const [base, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(() => []);
  const isThere = base !== undefined && file?.startsWith(base + sep);
  return isThere && (await stat(file)).isFile() ? file : undefined;
}

async function listResources(server: LiveServer): Promise<string[]> {
  const lists = await Promise.all(
    resourceFolders(server).map(async (folder) => {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .split(sep)
            .join('/'),
        );
    }),
  );
  return [...new Set(lists.flat())].sort();
}
