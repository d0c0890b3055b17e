// node examples/embed/lowdefy/build.mjs: builds the app where its server expects it. In an app of yours, run
// `npx lowdefy build` instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { repairAjvErrors } from '../../../dist/lowdefy/app/repair-ajv-errors.js';

// Other packages of this repository need another ajv than Lowdefy.
repairAjvErrors(dirname(dirname(createRequire(import.meta.url).resolve('@lowdefy/ajv'))));
const { default: build } = await import('@lowdefy/build');

const config = process.env.TANDEM_DIR ?? join(import.meta.dirname, 'bakery');
const server = join(config, '.lowdefy', 'server');
mkdirSync(join(server, 'public_default'), { recursive: true });
writeFileSync(join(server, 'package.json'), '{ "dependencies": {} }');
await build({
  customTypesMap: {},
  directories: { build: join(server, 'build'), config, server },
  logger: { debug() {}, info() {}, warn() {}, error: console.error },
});
