import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Openers that fail do so sooner. */
const OPENING_MS = 3000;

/** Show an address that we made ourselves; no shell in between. False where no browser opens. */
export function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    const done = (isOpen: boolean) => {
      clearTimeout(patience);
      resolve(isOpen);
    };
    // Where it is the browser itself, it runs until the person closes it.
    const patience = setTimeout(() => resolve(true), OPENING_MS);
    child.on('error', () => done(false));
    child.on('spawn', () => child.unref());
    child.on('exit', (code) => done(code === 0));
  });
}
