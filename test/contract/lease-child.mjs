// Takes the lease of a session, reports it, and holds it until it is killed.
import { runnerImport } from 'vite';

const [root, userId, sessionId] = process.argv.slice(2);
const { module } = await runnerImport(new URL('../../src/stores/index.ts', import.meta.url).pathname);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const store = module.createFileStore({ root, log });
await store.lease({ userId, sessionId }, { owner: `pid ${process.pid}` });
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
