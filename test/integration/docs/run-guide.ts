import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { openTandemFolder } from '../../../src/server/tandem-folder.ts';
import { type Fence, fencesOf, readDocument } from '../../docs-markdown.ts';
import { cleanEnv, cli, root, type Serving, serveCli } from '../cli/run-cli.ts';
import { createPageClient } from '../page-client.ts';
import { parseTranscript } from './parse-transcript.ts';
import { toPattern } from './to-pattern.ts';

/** The first line of a block that is a file: its path in a comment. */
const FILE_LINE = /^(?:#|\/\/|--|<!--) ([\w./-]+\.\w+)(?: -->)?\n/;

/**
 * Does what a guide says, from top to bottom: writes its files, runs its commands, makes the calls of its transcripts
 * with a real client, and compares what comes back with what the guide shows. "…" stands for anything.
 */
export async function runGuide(
  name: string,
  prepare: (project: string) => void,
  select: (fences: Fence[]) => Fence[] = (fences) => fences,
): Promise<{ steps: number }> {
  const base = mkdtempSync(join(tmpdir(), 'tandem-guide-'));
  const project = join(base, 'invoices');
  const bin = join(base, 'bin');
  mkdirSync(project);
  prepare(project);
  // "claude mcp add NAME -- COMMAND" is remembered, and no browser opens on the machine of whoever runs the tests.
  writeTool(join(bin, 'claude'), `printf '%s\\n' "$@" > ${join(base, 'claude')}`);
  for (const opener of ['open', 'xdg-open']) writeTool(join(bin, opener), 'exit 1');
  let serving: Serving | undefined;
  let client: Client | undefined;
  let printed: string | undefined;
  /** The newest ids, which documents write as "sess_…" and "ask_…". */
  const ids = { sess: '', ask: '' };
  const inPlace = (text: string) =>
    text
      // As documents say it once the package is published.
      .replaceAll('npx -y tandem-mcp', `node ${cli}`)
      .replaceAll(
        /"npx",(\s+"args": \[)"-y", "tandem-mcp"/g,
        (_, args) => `"node",${args}${JSON.stringify(cli)}`,
      )
      .replaceAll('/path/to/tandem', root.replace(/\/$/, ''))
      .replaceAll('/path/to/project', project)
      .replaceAll('sess_…', ids.sess)
      .replaceAll('ask_…', ids.ask);

  const connect = async (): Promise<Client> => {
    const made = new Client({ name: 'reader', version: '1.0.0' });
    if (serving) {
      const headers = { Authorization: `Bearer ${serving.file('mcp-key')}` };
      const url = new URL(`http://127.0.0.1:${serving.mcp}/mcp`);
      await made.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      return made;
    }
    const words = readFileSync(join(base, 'claude'), 'utf8').trim().split('\n');
    const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
    await made.connect(toTransport(command, args));
    return made;
  };

  const perform = async ({ language, code }: Fence): Promise<void> => {
    const [firstLine, file] = FILE_LINE.exec(code) ?? [];
    if (file !== undefined && firstLine !== undefined) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      // The comment line stays where the guide's reader would copy it along.
      writeFileSync(join(project, file), code);
    } else if (language === 'sh') {
      const isServe = /^tandem serve$/m.test(code);
      const commands = inPlace(code).replace(/^tandem serve$/m, '');
      printed = await runShell(commands, project, bin);
      if (isServe) serving = await serveCli(project);
    } else if (/^(Agent|Person) →/.test(code)) {
      for (const turn of parseTranscript(code)) {
        const given = JSON.parse(inPlace(turn.json)) as Record<string, unknown>;
        if (turn.by === 'Person') {
          const folder = openTandemFolder(project);
          const page = createPageClient({ folder }, folder.readPort('ui-port') ?? 0);
          const { status } = await page.send('POST', `/api/asks/${ids.ask}`, {
            action: 'accept',
            content: given,
          });
          expect(status).toBe(200);
          continue;
        }
        client ??= await connect();
        const { content } = await client.callTool({ name: turn.tool, arguments: given });
        const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
        ids.sess = /sess_\w+/.exec(text)?.[0] ?? ids.sess;
        ids.ask = /ask_[\w-]+/.exec(text)?.[0] ?? ids.ask;
        expect(text, `${name}: ${turn.tool}`).toMatch(toPattern(turn.shown));
      }
    } else if (language === 'json') {
      const { mcpServers, servers = mcpServers } = JSON.parse(inPlace(code)) as Record<string, ClientServers>;
      const made = new Client({ name: 'reader', version: '1.0.0' });
      await made.connect(toTransport(servers?.tandem?.command ?? '', servers?.tandem?.args ?? []));
      expect((await made.listTools()).tools.map((tool) => tool.name)).toContain('session_create');
      await made.close();
    } else if (language === 'text') {
      if (printed === undefined) throw new Error(`${name} shows an output before any command`);
      expect(printed).toMatch(toPattern(code));
    } else throw new Error(`${name}: nothing is known to do with a block of ${language || 'no language'}`);
  };

  const fences = select(fencesOf(readDocument(name)));
  try {
    for (const fence of fences) await perform(fence);
  } finally {
    await client?.close();
    await serving?.stop();
    rmSync(base, { recursive: true, force: true });
  }
  return { steps: fences.length };
}

/** As in the configuration files of clients. */
type ClientServers = Record<string, { command: string; args: string[] }> | undefined;

function toTransport(command: string, args: string[]): StdioClientTransport {
  const env = cleanEnv({ TANDEM_PORT: '0', TANDEM_MCP_PORT: '0' });
  return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
}

function writeTool(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** What the commands print. They must succeed. */
function runShell(commands: string, cwd: string, bin: string): Promise<string> {
  const script = `set -e\nshopt -s expand_aliases\nalias tandem='node ${cli}'\n${commands}`;
  const env = cleanEnv({ PATH: `${bin}:${process.env.PATH}`, TANDEM_PORT: '0', TANDEM_MCP_PORT: '0' });
  const child = spawn('bash', ['-c', script.replace(/^alias tandem="[^"]*"$/gm, '')], { cwd, env });
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${commands}\nended with ${code}:\n${out}${err}`)),
    );
  });
}
