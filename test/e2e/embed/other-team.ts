import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import { root } from '../../integration/cli/run-cli.ts';

const EXAMPLE = join(root, 'examples', 'bakery');
const MADE = /^(?:node_modules|dist|\.data)(?:\/|$)/;

/** The bakery as another team has it: in their own folder, with our package as it would be published. */
export interface OtherTeam {
  /** Installs what they need, with the newest React of this major version. */
  install(react: number): Promise<void>;
  /** What their compiler finds in their files and in ours. */
  typeErrors(): Promise<string[]>;
  /** Build their page; gives the files that it is made of. */
  build(): Promise<string[]>;
}

/** Their server at work. */
export interface Shop {
  url: string;
  stderr(): string;
}

export const test = base.extend<{ shop: Shop }, { folder: string; team: OtherTeam }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tandem-embed-'));
      const filter = (path: string) => !MADE.test(relative(EXAMPLE, path));
      cpSync(EXAMPLE, folder, { recursive: true, filter });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  team: [
    async ({ folder }, use) => {
      await run(root, 'npm', ['pack', '--loglevel=error', '--pack-destination', folder]);
      const tarball = `./${readdirSync(folder).find((name) => name.endsWith('.tgz'))}`;
      await use({
        async install(react) {
          const packages = ['react', 'react-dom', '@types/react', '@types/react-dom'];
          const wanted = packages.map((name) => `${name}@${react}`);
          const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
          await run(folder, 'npm', ['install', ...quietly, tarball, ...wanted]);
        },
        async typeErrors() {
          const args = ['run', 'check', '--', '--skipLibCheck', 'false', '--pretty', 'false'];
          const { error, stdout } = await execute(folder, 'npm', args);
          const found = stdout.split('\n').filter((line) => line.includes('error TS'));
          if (error && found.length === 0) throw error;
          // Errors in their other packages are not ours to fix.
          return found.filter((line) => !/^node_modules\/(?!tandem-mcp\/)/.test(line));
        },
        async build() {
          await run(folder, 'npx', ['vite', 'build', '--sourcemap']);
          const assets = join(folder, 'dist', 'assets');
          const maps = readdirSync(assets).filter((name) => name.endsWith('.map'));
          return maps.flatMap((name) => {
            const { sources } = JSON.parse(readFileSync(join(assets, name), 'utf8')) as { sources: string[] };
            return sources.map((path) => relative(folder, resolve(assets, path)));
          });
        },
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  shop: async ({ folder }, use) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: folder,
      env: { ...theirEnv(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`Their server ended: ${stderr}`);
    });
    const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
    await use({ url, stderr: () => stderr });
    child.kill();
    await ended.catch(() => {});
  },
});

/** As ours, but it builds for production and has no key: the model of these tests is the script. */
function theirEnv(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^TANDEM_|^NODE_ENV$|_API_KEY$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

interface Executed {
  error: Error | null;
  stdout: string;
  stderr: string;
}

function execute(cwd: string, command: string, args: string[]): Promise<Executed> {
  const options = { cwd, env: theirEnv(), shell: process.platform === 'win32' };
  return new Promise((done) => {
    execFile(command, args, options, (error, stdout, stderr) => done({ error, stdout, stderr }));
  });
}

async function run(cwd: string, command: string, args: string[]): Promise<void> {
  const { error, stdout, stderr } = await execute(cwd, command, args);
  if (error) throw new Error(`${error.message}\n${stdout}\n${stderr}`);
}
