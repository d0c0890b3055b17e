// node scripts/make-client.mjs [--if-needed] [--to FOLDER]: bundles the real client of the Lowdefy that comes with Tandem, from the
// packages of parity/, and copies the bundle to FOLDER. Prints its steps. Several processes may do this at the same time.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { root } from './run.mjs';

const { values } = parseArgs({
  options: { 'if-needed': { type: 'boolean', default: false }, to: { type: 'string' } },
});
// Not a newer one: a server that runs from this build asks for the bundle.
if (!existsSync(join(root, 'dist', '.built'))) await ensureBuilt();
const { findStockBundle, MADE, SOURCE_MARK, sourceDigest } = await import(
  '../dist/lowdefy/client/stock-bundle.js'
);
if (!values['if-needed'] || findStockBundle() === undefined) await alone(make);
if (values.to !== undefined) {
  rmSync(values.to, { recursive: true, force: true });
  cpSync(MADE, values.to, { recursive: true });
}

async function make() {
  // Another process may have made it while we waited.
  if (values['if-needed'] && findStockBundle() !== undefined) return;
  const parity = join(root, 'parity');
  if (!existsSync(join(parity, 'node_modules', '.installed')))
    console.log('Installing the components of Lowdefy, once (about 400 MB, a minute or two)…');
  await ensureInstalled(parity);
  console.log('Bundling the components of Lowdefy…');
  const { bundleLowdefy } = await import('../dist/lowdefy/client/bundle-lowdefy.js');
  const { findClientPackages } = await import('../dist/lowdefy/client/client-packages.js');
  const packages = findClientPackages(join(parity, 'node_modules'));
  if (!packages) throw new Error(`${parity}/node_modules has no @lowdefy/client.`);
  const making = `${MADE}.${process.pid}`;
  await bundleLowdefy(packages, making);
  writeFileSync(join(making, SOURCE_MARK), sourceDigest());
  rmSync(MADE, { recursive: true, force: true });
  renameSync(making, MADE);
  console.log('The components of Lowdefy are ready.');
}

/** Runs work while no other process runs it. */
async function alone(work) {
  const folder = join(MADE, '..');
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'lock');
  for (let isFirst = true; !claim(lock); isFirst = false) {
    if (isFirst) console.log('Waiting for another process that bundles the components…');
    await sleep(500);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function claim(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isRunning(holderOf(lock))) rmSync(lock, { force: true });
  return false;
}

function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return 0;
  }
}

/** A lock without a number is being written. */
function isRunning(pid) {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
