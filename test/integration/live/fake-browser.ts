import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cleanup, tempDir } from '../harness.ts';

/** An `xdg-open` that records what it is asked to show. */
export interface FakeBrowser {
  /** Finds it before any other. */
  path: string;
  opened(): string[];
}

/** `behaviour`: what the script does after recording the address. */
export function fakeBrowser(cleanup: Cleanup, behaviour = 'exit 0'): FakeBrowser {
  const dir = tempDir(cleanup);
  const file = join(dir, 'opened');
  const script = join(dir, 'xdg-open');
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" >> "${file}"\n${behaviour}\n`);
  chmodSync(script, 0o755);
  return {
    path: `${dir}:${process.env.PATH ?? ''}`,
    opened: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
  };
}

/** What a browser does with the address that was opened for it: the code becomes a cookie. */
export async function signIn(url: string): Promise<{ cookie: string; location: string }> {
  const response = await fetch(url, { redirect: 'manual' });
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  if (cookie === '') throw new Error(`no cookie: ${response.status} ${await response.text()}`);
  return { cookie, location: response.headers.get('location') ?? '' };
}
