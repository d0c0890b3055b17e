import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../lib/logger.ts';
import type { ClientStatus } from '../../protocol/replica-state.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import { makeAppStyles } from './app-styles.ts';
import { bundleApp } from './bundle-app.ts';
import { CLIENT_PATH } from './client-files.ts';
import { findClientPackages } from './client-packages.ts';
import { compressFiles } from './compressed-files.ts';
import { ownBundle } from './own-bundle.ts';
import { findStockBundle, makeStockBundle, STOCK_VERSION } from './stock-bundle.ts';

interface Ready {
  /** Folders with files of the client, by their names in addresses. */
  folders: Record<string, string>;
  frame: string;
  base: string;
  app?: string;
  style?: string;
}

/** A page that is opened later tries again: a network may be back, a plugin fixed. */
const TRY_AGAIN_MS = 60_000;
/** Everybody can ask for files that do not exist. */
const LOOK_AGAIN_MS = 10_000;
/** The replica knows the engine of these. */
const SUPPORTED = /^[45]\./;

/** The real client's files for each app, made when a page first needs them and kept on disk. */
export class AppClients {
  readonly #log: Logger;
  readonly #all: () => Promise<AppFacts[]>;
  readonly #made = new Map<string, ClientStatus>();
  readonly #making = new Map<string, Promise<void>>();
  readonly #folders = new Map<string, string>();
  #looked = { at: Number.NEGATIVE_INFINITY, done: Promise.resolve() };

  /** `all`: the apps that are served here. */
  constructor(log: Logger, all: () => Promise<AppFacts[]>) {
    this.#log = log;
    this.#all = all;
  }

  /** Whether the app's client is there; if it can be made, that begins. */
  of(facts: AppFacts): ClientStatus {
    const key = keyOf(facts);
    const known = this.#made.get(key);
    if (known) return known;
    void this.#start(facts);
    return this.#made.get(key) ?? { status: 'making', step: '' };
  }

  /** The folder with this name in addresses; undefined if it is not ours. */
  async folder(name: string): Promise<string | undefined> {
    if (!this.#folders.has(name)) await this.#look();
    return this.#folders.get(name);
  }

  /** The page may have been served by another instance, which has made what we have not. */
  #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#looked.at < LOOK_AGAIN_MS) return this.#looked.done;
    const prepare = async () => {
      const all = await this.#all();
      await Promise.all(
        all.filter((facts) => !this.#made.has(keyOf(facts))).map((facts) => this.#start(facts)),
      );
      await Promise.all(this.#making.values());
    };
    this.#looked = { at: now, done: prepare().catch(() => {}) };
    return this.#looked.done;
  }

  #start(facts: AppFacts): Promise<void> {
    const key = keyOf(facts);
    this.#tell(key, 'Preparing the components of this app…');
    const making = this.#make(facts, (step) => this.#tell(key, step)).then(
      ({ folders, ...ready }) => {
        for (const [folder, path] of Object.entries(folders)) this.#folders.set(folder, path);
        this.#made.set(key, { status: 'ready', ...ready });
      },
      (error: Error) => {
        this.#log.warn(
          `The components of the app "${facts.name}" cannot be shown in the browser: ${error.message}`,
        );
        this.#made.set(key, { status: 'none', reason: error.message });
        setTimeout(() => this.#made.delete(key), TRY_AGAIN_MS).unref();
      },
    );
    const ended = making.finally(() => this.#making.delete(key));
    this.#making.set(key, ended);
    return ended;
  }

  #tell(key: string, step: string): void {
    this.#made.set(key, { status: 'making', step });
  }

  async #make({ name: app, client, dir }: AppFacts, onStep: (step: string) => void): Promise<Ready> {
    if (!SUPPORTED.test(client.version))
      throw new Error(
        `This app runs on Lowdefy ${client.version}, and its components can be shown for versions 4 and 5 only.`,
      );
    if (client.missing.length > 0)
      throw new Error(`It uses blocks whose components cannot be shown here: ${client.missing.join(', ')}.`);
    const cache = join(dir, '.lowdefy', 'client');
    const packages = client.modules === undefined ? undefined : findClientPackages(client.modules);
    if (client.modules !== undefined && !packages)
      throw new Error(`The app's own Lowdefy has no @lowdefy/client (in ${client.modules}).`);
    const base = packages
      ? await ownBundle(packages, cache, onStep).catch(because(`The app's own Lowdefy cannot be bundled`))
      : await stock(onStep);
    const baseName = nameOf(base);
    const publicName = toName(`public files of ${app}`);
    const ready: Ready = {
      folders: { [baseName]: base, [publicName]: join(dir, 'public') },
      frame: addressOf(baseName, 'frame.html'),
      base: addressOf(publicName, '').slice(0, -1),
    };
    onStep('Bundling what this app adds to them…');
    const js = await bundleApp(client, packages).catch(because('The plugins of this app cannot be bundled'));
    const css = await (packages && makeAppStyles(client, dir, packages))?.catch(
      because('The styles of this app cannot be made'),
    );
    if (js === undefined && css === undefined) return ready;
    const name = toName(`${js}${css}`);
    const folder = join(cache, `app-${name.slice(0, 16)}`);
    mkdirSync(folder, { recursive: true });
    ready.folders[name] = folder;
    if (js !== undefined) writeFileSync(join(folder, 'app.js'), js);
    if (css !== undefined) writeFileSync(join(folder, 'app.css'), css);
    await compressFiles(folder);
    if (js !== undefined) ready.app = addressOf(name, 'app.js');
    if (css !== undefined) ready.style = addressOf(name, 'app.css');
    return ready;
  }
}

async function stock(onStep: (step: string) => void): Promise<string> {
  const found = findStockBundle() ?? (await makeStockBundle(onStep));
  if (found === undefined)
    throw new Error(`The components of Lowdefy ${STOCK_VERSION} are not part of this installation.`);
  return found;
}

function keyOf({ name, buildId }: AppFacts): string {
  return `${name} ${buildId}`;
}

/** By content, so that it is the same on all instances. */
function nameOf(folder: string): string {
  return toName(readFileSync(join(folder, 'main.js')));
}

function toName(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function addressOf(name: string, file: string): string {
  return `${CLIENT_PATH}${name}/${file}`;
}

function because(what: string): (error: Error) => never {
  return ({ message }) => {
    throw new Error(`${what}: ${message.split('\n').slice(0, 3).join(' ').trim()}`);
  };
}
