import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createCleanup, eventually, type Served, serve, tempDir } from '../harness.ts';
import { callModern, type RpcAnswer } from '../modern-http.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const GRACE = 'key-of-grace-0001';
const SHARED = 'key-of-grace-and-her-agent';
const ADA = 'key-of-ada-00000001';
const ADAS_OWN = 'key-of-ada-as-person';

async function open(): Promise<Served & { ui: string }> {
  const dir = tempDir(cleanup);
  const grace = { id: 'grace', name: 'Grace', roles: ['admin'] };
  const keys = [
    { key: GRACE, for: 'person', user: grace },
    { key: SHARED, user: grace },
    { key: ADA, for: 'agent', user: { id: 'ada', name: 'Ada', roles: ['admin'] } },
    { key: ADAS_OWN, for: 'person', user: { id: 'ada', name: 'Ada', roles: ['staff'] } },
  ];
  const mcp = { admin: { roles: ['admin'] }, auth: { type: 'api_key', keys } };
  writeFileSync(join(dir, 'tandem.yaml'), JSON.stringify({ mcp }));
  const served = await serve(cleanup, dir);
  const { ports } = await served.tandem.listen();
  return { ...served, ui: `http://localhost:${ports.ui}` };
}

interface Person {
  headers: Record<string, string>;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, token?: string): Promise<Response>;
}

async function signIn({ ui }: { ui: string }, secret: string): Promise<Person> {
  const json = { 'Content-Type': 'application/json' };
  const signed = await fetch(`${ui}/api/sign-in`, {
    method: 'POST',
    headers: { Origin: ui, ...json },
    body: JSON.stringify({ secret }),
  });
  const headers = { Origin: ui, Cookie: (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  const get = (path: string) => fetch(ui + path, { headers });
  return {
    headers,
    get,
    async post(path, body, given) {
      const { token } = (await (await get('/api/page-token')).json()) as { token: string };
      return fetch(ui + path, {
        method: 'POST',
        headers: { ...headers, ...json, 'x-tandem-token': given ?? token },
        body: JSON.stringify(body),
      });
    },
  };
}

async function create(served: Served, name: string): Promise<string> {
  const made = await callModern(served, { name: 'session_create', arguments: { name } }, { key: ADA });
  return (JSON.parse(textOf(made)) as { sessionId: string }).sessionId;
}

const textOf = ({ result }: RpcAnswer) => result?.content?.[0]?.text ?? '';

test('to everybody but administrators, the pages of administration are missing', async () => {
  const served = await open();
  const sessionId = await create(served, 'Cakes');
  const gets = ['/admin', '/api/admin/sessions', '/api/admin/audit'];
  const posts = [`/api/admin/sessions/${sessionId}/end`, '/api/admin/end-all'];
  // Without the role, and with the role but with a key that an agent may have.
  for (const key of [ADAS_OWN, SHARED]) {
    const person = await signIn(served, key);
    const missing = await person.get('/nowhere');
    for (const path of gets) {
      const response = await person.get(path);
      expect(response.status).toBe(missing.status);
      expect(await response.json()).toEqual({ error: `Not found: ${path}.` });
    }
    for (const path of posts)
      for (const token of [undefined, 'wrong'])
        expect((await person.post(path, { userId: 'ada' }, token)).status).toBe(404);
    expect(await (await person.get('/api/status')).json()).toMatchObject({ isAdmin: false });
    const socket = new WebSocket(`${served.ui.replace('http', 'ws')}/ws/admin`, { headers: person.headers });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('404');
  }
  // An agent's key opens none of it, on either port.
  for (const origin of [served.ui, served.url('/').origin]) {
    const headers = { Authorization: `Bearer ${ADA}` };
    expect((await fetch(`${origin}/api/admin/sessions`, { headers })).status).toBeGreaterThanOrEqual(400);
  }
  expect(await callModern(served, { name: 'session_list', arguments: {} }, { key: ADA })).toMatchObject({
    result: { content: [{ text: expect.stringContaining('"status":"open"') }] },
  });
});

test('an administrator lists, ends and exports, and the owner and agent learn who it was', async () => {
  const served = await open();
  const grace = await signIn(served, GRACE);
  expect(await (await grace.get('/api/status')).json()).toMatchObject({ isAdmin: true });
  const [cakes, pies] = [await create(served, 'Cakes'), await create(served, 'Pies')];
  const page = await grace.get('/admin');
  expect(page.headers.get('content-type')).toContain('text/html');
  const list = async (query = '') => (await grace.get(`/api/admin/sessions${query}`)).json();
  expect(await list()).toMatchObject({
    sessions: [
      { userId: 'ada', sessionId: pies },
      { userId: 'ada', sessionId: cakes },
    ],
    kinds: expect.arrayContaining(['app', 'tool', 'chat', 'live']),
  });
  expect(await list('?query=cak&user=ada&kind=app&status=open')).toMatchObject({
    sessions: [{ sessionId: cakes }],
  });
  expect((await grace.get('/api/admin/sessions?status=gone')).status).toBe(400);

  const end = `/api/admin/sessions/${cakes}/end`;
  expect((await grace.post(end, { userId: 'ada' }, 'wrong')).status).toBe(403);
  expect((await grace.post(end, {})).status).toBe(400);
  expect((await grace.post(end, { userId: 'bob' })).status).toBe(404);
  expect(await (await grace.post(end, { userId: 'ada' })).json()).toEqual({ ended: [cakes] });
  expect((await grace.post(end, { userId: 'ada' })).status).toBe(410);
  const ada = await signIn(served, ADAS_OWN);
  const socket = new WebSocket(`${served.ui.replace('http', 'ws')}/ws`, { headers: ada.headers });
  cleanup.add(() => socket.terminate());
  const told: string[] = [];
  socket.on('message', (text) => told.push(String(text)));
  await eventually('who ended it', () => told.some((text) => text.includes('"endedBy":"Grace"')));
  expect(await (await grace.post('/api/admin/end-all', { userId: 'ada' })).json()).toEqual({ ended: [pies] });

  const trail = await grace.get('/api/admin/audit?from=1h&user=ada');
  expect(trail.headers.get('content-type')).toBe('application/x-ndjson');
  expect(trail.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-.+\.jsonl"$/);
  const lines = (await trail.text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).filter(({ what }) => what === 'admin.end')).toMatchObject([
    {
      user: 'ada',
      session: cakes,
      actor: { kind: 'person', name: 'Grace', user: 'grace' },
      outcome: 'ended',
    },
    { user: 'ada', session: pies },
  ]);
  const all = await (await grace.get('/api/admin/audit?kind=audit')).text();
  for (const what of ['admin.sessions', 'admin.end', 'admin.export'])
    expect(all).toContain(`"what":"${what}"`);
  expect(await (await grace.get('/api/admin/audit?from=never')).json()).toMatchObject({
    error: expect.stringContaining('from must be a date'),
  });
});

test('an open page is told of changes', async () => {
  const served = await open();
  const grace = await signIn(served, GRACE);
  const socket = new WebSocket(`${served.ui.replace('http', 'ws')}/ws/admin`, { headers: grace.headers });
  cleanup.add(() => socket.terminate());
  const told: string[] = [];
  socket.on('message', (text) => told.push(String(text)));
  await once(socket, 'open');
  // The first look may come after the session; then there is another one to tell of.
  let looks = 0;
  await eventually('a change', async () => {
    if (told.length === 0 && looks++ % 50 === 0) await create(served, 'Cakes');
    return told.length > 0;
  });
  expect(told[0]).toBe('{"type":"changed"}');
});
