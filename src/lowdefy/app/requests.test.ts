import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Logger } from '../../lib/logger.ts';
import type { App } from './app.ts';
import { loadApp } from './load-app.ts';

const PAGE = `
  - id: home
    type: Box
    requests:
      - id: all
        type: KnexRaw
        connectionId: db
        properties: { query: select * from t where a = ?, parameters: [{ _payload: a }] }
      - id: add
        type: KnexRaw
        connectionId: db
        properties: { query: insert into t values (?), parameters: [{ _payload: a }] }
      - id: broken
        type: KnexRaw
        connectionId: db
        properties: { query: { _string.concat: ['select * from ', { _secret: TABLE }] } }
      - id: wrong
        type: KnexRaw
        connectionId: db
        properties: { query: 5 }
      - id: get
        type: AxiosHttp
        connectionId: web
        properties: { url: /hello }
      - id: post
        type: AxiosHttp
        connectionId: web
        properties: { url: /hello, method: post, data: { a: 1 } }
      - id: fail
        type: AxiosHttp
        connectionId: web
        properties: { url: /fail }
      - id: mail
        type: SendGridMailSend
        connectionId: mail
        properties: {}
      - id: locked
        type: KnexRaw
        connectionId: remote
        properties: { query: select 1 }
`;

let server: Server;
let dir: string;
let app: App | undefined;
const lines: string[] = [];
const note = (message: string, detail?: unknown) =>
  void lines.push(`${message} ${JSON.stringify(detail ?? '')}`);
const log: Logger = { debug: note, info: note, warn: note, error: note };

beforeAll(async () => {
  server = createServer((request, response) => {
    response.statusCode = request.url === '/fail' ? 500 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method: request.method, key: request.headers['x-api-key'] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  dir = mkdtempSync(join(tmpdir(), 'tandem-requests-'));
  writeFileSync(
    join(dir, 'lowdefy.yaml'),
    `lowdefy: 4.0.0-rc.11
auth: { pages: { roles: { admin: [secret_page] } } }
connections:
  - { id: db, type: Knex, properties: { client: sqlite3, connection: { filename: { _secret: { key: FILE, default: a.db } } } } }
  - id: web
    type: AxiosHttp
    properties:
      baseURL: http://127.0.0.1:${(server.address() as AddressInfo).port}
      headers: { X-Api-Key: { _secret: KEY } }
  - { id: mail, type: SendGridMail, properties: { apiKey: { _if_none: [{ _secret: MAIL }, none] }, from: a@example.com } }
  - { id: remote, type: Knex, properties: { client: pg, connection: { _secret: DB_URL } } }
pages:${PAGE}${PAGE.replace('id: home', 'id: secret_page')}`,
  );
});
afterEach(async () => {
  await app?.close();
  lines.length = 0;
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

async function open(env: Record<string, string>, settings = {}): Promise<void> {
  app = await loadApp({ dir, log, env, settings });
}

async function call(
  requestId: string,
  payload = {},
  pageId = 'home',
  user: Record<string, unknown> | null = null,
) {
  if (!app) throw new Error('no app');
  const { response } = await app.packages.api.callRequest(app.createApiContext(user), {
    pageId,
    requestId,
    payload,
  });
  return response;
}

const SECRETS = { LOWDEFY_SECRET_KEY: 'k-3141592', LOWDEFY_SECRET_TABLE: 'hidden_table_name' };

describe('requests', () => {
  it('run against a database and over HTTP', async () => {
    await open(SECRETS);
    await app?.packages.api
      .callRequest(app.createApiContext(null), { pageId: 'home', requestId: 'add' })
      .catch(() => {});
    const { default: Database } = await import('libsql');
    const database = new Database(join(dir, 'a.db'));
    database.exec('create table if not exists t (a)');
    database.close();
    await call('add', { a: 'x' });
    expect(await call('all', { a: 'x' })).toEqual([{ a: 'x' }]);
    expect(await call('get')).toMatchObject({ status: 200, data: { method: 'GET', key: 'k-3141592' } });
    expect(await call('post')).toMatchObject({ data: { method: 'POST' } });
  });

  it('fail with one sentence and without secrets', async () => {
    await open(SECRETS);
    await expect(call('broken')).rejects.toThrow(
      /^Request "broken" on page "home" \(connection "db"\) failed: no such table: \[secret\]\.$/,
    );
    const error = await call('fail').catch((thrown: Error) => thrown);
    expect(String(error)).toMatch(/Request "fail" on page "home" \(connection "web"\) failed: .*500/);
    expect(String(error)).not.toContain('k-3141592');
    await expect(call('wrong')).rejects.toThrow('"query" of a KnexRaw request must be text.');
    await expect(call('nope')).rejects.toThrow('Request "nope" does not exist.');
    await expect(call('mail')).rejects.toThrow(
      `@lowdefy/connection-sendgrid is not installed. Run "npm install @lowdefy/connection-sendgrid@4.0.0-rc.11" in ${dir}.`,
    );
    expect(lines.join('\n')).not.toMatch(/k-3141592|hidden_table_name/);
  });

  it('report a missing secret once at the start, and when a request needs it', async () => {
    await open({});
    const told = lines.filter((line) => line.includes('secrets that are not set'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('LOWDEFY_SECRET_DB_URL, LOWDEFY_SECRET_KEY, LOWDEFY_SECRET_TABLE.');
    await expect(call('get')).rejects.toThrow(
      'Request "get" on page "home" (connection "web") needs the secret "KEY", which is not set. Set the environment variable LOWDEFY_SECRET_KEY',
    );
    // Nor a page that the user may not see.
    await expect(call('get', {}, 'secret_page')).rejects.toThrow(/^Request "get" does not exist\.$/);
    await expect(call('get', {}, 'secret_page', { roles: ['admin'] })).rejects.toThrow(
      'needs the secret "KEY"',
    );
  });

  it('can only read in a read-only app', async () => {
    await open({ ...SECRETS, LOWDEFY_SECRET_DB_URL: 'postgres://u:hunter2@127.0.0.1/x' }, { readOnly: true });
    expect(await call('all', { a: 'x' })).toHaveLength(1);
    expect(await call('get')).toMatchObject({ status: 200 });
    await expect(call('add', { a: 'y' })).rejects.toThrow(
      'Request "add" on page "home" (connection "db") failed: This app is read-only for agents, and its SQL starts with INSERT',
    );
    await expect(call('post')).rejects.toThrow('only GET and HEAD are allowed');
    await expect(call('locked')).rejects.toThrow('needs the package pg');
  });
});
