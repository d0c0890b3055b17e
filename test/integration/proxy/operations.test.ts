import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Serving, serveCli, tempFolder } from '../cli/run-cli.ts';
import { sendRaw } from '../guards/raw-request.ts';
import { createCleanup, eventually } from '../harness.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const KEY = 'key-of-ann-0123456789';
const AUTH = `mcp: { auth: { type: api_key, keys: [{ key: ${KEY}, user: { id: ann } }] } }\n`;

async function serve(
  yaml: string,
  { args = [], env }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Serving> {
  const folder = tempFolder({ 'tandem.yaml': `areas: [lowdefy]\n${yaml}` });
  cleanup.add(() => folder[Symbol.dispose]());
  const serving = await serveCli(folder.path, {
    args: ['--port', '0', '--mcp-port', '0', ...args],
    ...(env ? { env } : {}),
  });
  cleanup.add(() => serving.stop('SIGKILL'));
  return serving;
}

function get(port: number, path: string, headers: Record<string, string> = {}) {
  return sendRaw(port, { method: 'GET', path, headers: { Host: `127.0.0.1:${port}`, ...headers } });
}

async function callTool(port: number, name: string, headers: Record<string, string> = {}, args = {}) {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta: META },
  };
  return sendRaw(port, {
    method: 'POST',
    path: '/mcp',
    headers: {
      Host: `127.0.0.1:${port}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
      Authorization: `Bearer ${KEY}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The access log as objects, once `count` requests are in it. */
function requests(serving: Serving, count: number): Promise<Record<string, unknown>[]> {
  return eventually('the access log', () => {
    const lines = serving
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"message":"request"'));
    return lines.length >= count
      ? lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      : undefined;
  });
}

describe('/healthz and /readyz', () => {
  test('are for everybody, on both ports, under any Host, and say nothing else', async () => {
    const { ui, mcp } = await serve(AUTH);
    for (const port of [ui, mcp])
      for (const Host of ['10.0.0.7:8000', 'anything.example']) {
        expect(await get(port, '/healthz', { Host })).toMatchObject({ status: 200, body: '{"status":"ok"}' });
        expect(await get(port, '/readyz', { Host })).toMatchObject({
          status: 200,
          body: '{"status":"ready"}',
        });
      }
    const posted = await sendRaw(ui, { method: 'POST', path: '/healthz', headers: { Host: 'x' } });
    expect(posted.status).toBe(405);
  });

  test('after SIGTERM readiness is off while calls are still served', async () => {
    const { ui, mcp, ...serving } = await serve(`${AUTH}http: { drainSeconds: 600 }\n`);
    process.kill(serving.pid, 'SIGTERM');
    await eventually('not ready', async () => (await get(ui, '/readyz')).status === 503);
    expect(await get(ui, '/readyz')).toMatchObject({ body: '{"status":"stopping"}' });
    expect((await get(ui, '/healthz')).status).toBe(200);
    expect((await callTool(mcp, 'session_list')).body).toContain('"sessions":[]');
    // The second signal ends the wait.
    expect(await serving.stop('SIGTERM')).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

describe('/metrics', () => {
  test('is off by default', async () => {
    const { mcp } = await serve(AUTH);
    const { status } = await get(mcp, '/metrics', { Authorization: `Bearer ${KEY}` });
    expect(status).toBe(404);
  });

  test('counts calls, sessions, engines, sockets and failures, for holders of its key only', async () => {
    const { mcp, ...serving } = await serve(`${AUTH}http: { metrics: true }\n`);
    expect((await get(mcp, '/metrics')).status).toBe(401);
    const Authorization = `Bearer ${serving.file('metrics-key')}`;
    for (const wrong of [KEY, serving.file('ui-token'), ''])
      expect((await get(mcp, '/metrics', { Authorization: `Bearer ${wrong}` })).status).toBe(401);
    // The key opens nothing else.
    expect((await callTool(mcp, 'session_list', { Authorization })).status).toBe(401);

    await callTool(mcp, 'session_list');
    await callTool(mcp, 'session_create', {}, { name: 'Counted' });
    await callTool(mcp, 'session_close');
    await callTool(mcp, 'no_such_tool_0123');
    const { body, headers } = await get(mcp, '/metrics', { Authorization });
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'tandem_calls_total{tool="session_list",outcome="ok"} 1',
      'tandem_calls_total{tool="session_close",outcome="invalid_input"} 1',
      'tandem_call_duration_seconds_count{tool="session_list"} 1',
      'tandem_sessions_open 1',
      'tandem_engines_running 0',
      'tandem_sockets_open 0',
      'tandem_http_requests_total{status="401"}',
      '# TYPE tandem_store_errors_total counter',
      'process_resident_memory_bytes',
    ])
      expect(body).toContain(line);
    expect(body).not.toContain('no_such_tool');
  });

  test('the key may come from the environment, the same for all instances', async () => {
    const env = { TANDEM_METRICS_KEY: 'metrics-key-of-the-team' };
    const { ui } = await serve(`${AUTH}http: { metrics: true }\n`, { env });
    const Authorization = 'Bearer metrics-key-of-the-team';
    expect((await get(ui, '/metrics', { Authorization })).status).toBe(200);
  });
});

describe('the log as JSON lines', () => {
  test('has every request with its id and its caller, and no secrets', async () => {
    const serving = await serve(`${AUTH}http: { trustProxy: [127.0.0.1] }\n`, {
      args: ['--log-format', 'json'],
    });
    const via = { 'X-Forwarded-For': '203.0.113.7', 'X-Request-Id': 'of-the-proxy-1' };
    const called = await callTool(serving.mcp, 'session_list', via);
    expect(called.headers['x-request-id']).toBe('of-the-proxy-1');
    const Host = `localhost:${serving.ui}`;
    const entered = await get(serving.ui, '/asks?code=secret-code&token=secret-token', { Host });
    expect(entered.headers['x-request-id']).toMatch(/^req_\w{12}$/);
    const seen = await requests(serving, 4);
    expect(seen).toContainEqual({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      requestId: 'of-the-proxy-1',
      method: 'POST',
      path: '/mcp',
      status: 200,
      ms: expect.any(Number),
      address: '203.0.113.7',
      user: 'ann',
    });
    expect(seen).toContainEqual(
      expect.objectContaining({ path: '/asks', requestId: entered.headers['x-request-id'] }),
    );
    for (const secret of [KEY, 'secret-code', 'secret-token', serving.file('ui-token')])
      expect(serving.stderr()).not.toContain(secret);
    for (const line of serving.stderr().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('forwarded addresses and ids of anybody else are ignored, also for limits', async () => {
    const yaml = `http: { trustProxy: [10.0.0.0/8] }\nlog: { format: json }\n${AUTH.replace('} }\n', '}, limits: { wrongKeysPerMinute: 3 } }\n')}`;
    const serving = await serve(yaml);
    const statuses: number[] = [];
    for (const at of [1, 2, 3, 4, 5]) {
      const forged = {
        'X-Forwarded-For': `203.0.113.${at}`,
        'X-Request-Id': 'forged-by-caller',
        Authorization: `Bearer wrong-key-${at}`,
      };
      statuses.push((await callTool(serving.mcp, 'session_list', forged)).status);
    }
    // One address, whatever it claims: past the limit it must wait.
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const seen = (await requests(serving, 5)).filter(({ path }) => path === '/mcp');
    expect(new Set(seen.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
    expect(serving.stderr()).not.toContain('forged-by-caller');
  });
});

test('as text there is no access log unless it is wanted', async () => {
  const quiet = await serve(AUTH);
  await get(quiet.ui, '/healthz');
  const loud = await serve(`${AUTH}log: { access: true }\n`);
  await get(loud.ui, '/healthz');
  await eventually('the line', () =>
    loud.stderr().includes(' info request {"method":"GET","path":"/healthz"'),
  );
  expect(quiet.stderr()).not.toContain('/healthz');
});

test('a log format that does not exist is refused by name', async () => {
  await expect(serve(AUTH, { args: ['--log-format', 'xml'] })).rejects.toThrow(
    '--log-format must be one of text, json, not "xml".',
  );
  const folder = tempFolder();
  cleanup.add(() => folder[Symbol.dispose]());
  writeFileSync(join(folder.path, 'tandem.yaml'), 'http: { trustProxy: [everybody] }\n');
  await expect(serveCli(folder.path)).rejects.toThrow('must be an address or a network');
});
