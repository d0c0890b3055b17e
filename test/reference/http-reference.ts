import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdminRoutes } from '../../src/http/admin-routes.ts';
import { createPersonRoutes } from '../../src/http/person-routes.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { AREAS } from '../../src/server/areas.ts';
import { createAreas } from '../../src/server/create-areas.ts';
import { readConfig } from '../../src/server/load-config.ts';
import { FIXED_ADDRESSES, ROUTE_WORDS } from './route-words.ts';

interface Endpoint {
  door: string;
  method: string;
  path: string;
  needsPageToken?: boolean;
}

/** Every address that the server has. */
export async function toHttpReference(): Promise<string> {
  const endpoints = await listEndpoints();
  const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
  const known = new Set(endpoints.map(keyOf));
  const missing = [...known].filter((key) => ROUTE_WORDS[key] === undefined);
  const unused = Object.keys(ROUTE_WORDS).filter((key) => !known.has(key));
  if (missing.length > 0) throw new Error(`Say in route-words.ts what these are for: ${missing.join(', ')}`);
  if (unused.length > 0) throw new Error(`route-words.ts has routes that do not exist: ${unused.join(', ')}`);
  const rowsOf = (door: string) =>
    endpoints
      .filter((endpoint) => endpoint.door === door)
      .map(
        (endpoint) =>
          `| \`${keyOf(endpoint)}\` | ${ROUTE_WORDS[keyOf(endpoint)]}${endpoint.needsPageToken ? ' Needs the header token.' : ''} |`,
      );
  const table = (rows: string[]) => `| address | |\n|---|---|\n${rows.join('\n')}`;
  return `# HTTP

Every address of a server, generated from its routes with \`node scripts/make-reference.mjs\`; a test fails when it is stale. Paths are below the prefix of \`http.publicUrl\`, if it has
one. \`WS\` is a WebSocket; where WebSockets are not available, the same messages travel as server-sent events (\`POST /api/events/ws…\`) and POSTs (\`POST /api/connections/:id\`).
What is behind the page door and the views door is made for Tandem's own pages and may change between versions; the MCP door, the scripts door and the
[protocol of the chat](../guide/chat.md#the-protocol) are for your programs.

Errors are JSON, \`{"error": "…"}\`, with a sentence that says what to do; browsers get a page instead.

## For everybody

${table(FIXED_ADDRESSES.everybody)}

## MCP door

On the MCP port, with \`Authorization: Bearer\` and a key or token ([who gets in](../guide/using.md#configuration)).

${table(FIXED_ADDRESSES.mcp)}

## Scripts door

On the MCP port, with \`Authorization: Bearer\` and the page token (\`.tandem/ui-token\`, or \`ui-token\` in the folder of a live UI).

${table(rowsOf('debug'))}

## Page door

On the UI port under the name \`localhost\` (or the public address), with the cookie of a signed-in person. Changes that a person must intend also need the header token.

${table(rowsOf('page'))}

## Views door

On the UI port under \`127.0.0.1\` (or at \`http.viewsUrl\`): views that agents write, at an origin of their own.

${table(rowsOf('views'))}
`;
}

/** The routes of all areas, from what makes them; none of them is called. */
async function listEndpoints(): Promise<Endpoint[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-routes-'));
  try {
    mkdirSync(join(dir, 'tools'));
    const tool = `import { createMcpTool } from 'tandem-mcp/ask';\n`;
    writeFileSync(join(dir, 'tools', 'ask.ts'), tool);
    writeFileSync(join(dir, 'lowdefy.yaml'), 'lowdefy: 4.0.0-rc.11\n');
    writeFileSync(join(dir, 'tandem.yaml'), 'areas: [live]\n');
    const areas = createAreas(
      AREAS as never,
      {
        dir,
        config: await readConfig(dir),
        env: {},
        log: createLogger('silent'),
        tools: [],
        readConfig,
        isExtended: true,
      } as never,
    );
    const options = { areas, sessions: { kinds: () => [] } } as never;
    const parts = [
      createPersonRoutes(options, {} as never),
      createAdminRoutes(options, {} as never),
      ...areas.map(({ routes = [], sockets = [] }) => ({ routes, sockets })),
    ];
    return parts.flatMap(({ routes, sockets }): Endpoint[] => [
      ...routes,
      ...sockets.map(({ door, path }) => ({ door, method: 'WS', path })),
    ]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
