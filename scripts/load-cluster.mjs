// npm run load:cluster -- [kill|drain|database|asks|scale]: agents and pages on examples/cluster, through nginx with TLS.
//   kill      instances are killed (-9) and started again in turn (the default)
//   drain     the same with SIGTERM: a rolling restart
//   database  PostgreSQL is restarted, and cut off in two ways
//   asks      tools that ask, with effects that are counted, while instances are killed
//   scale     what one, two and three instances carry, the CPU time of a call and its round trips to the store
//   --minutes N (3)  --agents N (50)  --pages N (20)  --kills N (200)  --pause MS between the calls of an agent (200)  --seed N
//   --sticky  nginx keeps a client with one instance, instead of taking turns
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '3' },
    agents: { type: 'string', default: '50' },
    pages: { type: 'string', default: '20' },
    kills: { type: 'string', default: '200' },
    pause: { type: 'string', default: '200' },
    sticky: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const options = {
  minutes: Number(values.minutes),
  agents: Number(values.agents),
  pages: Number(values.pages),
  kills: Number(values.kills),
  pauseMs: Number(values.pause),
  sticky: values.sticky,
  seed: Number(values.seed),
};
const MODES = {
  kill: async () =>
    (await import('../test/cluster/run-kills.mjs')).runKills({ ...options, signal: 'SIGKILL' }),
  drain: async () =>
    (await import('../test/cluster/run-kills.mjs')).runKills({ ...options, signal: 'SIGTERM' }),
  database: async () => (await import('../test/cluster/run-database.mjs')).runDatabase(options),
  asks: async () => (await import('../test/cluster/run-asks.mjs')).runAsks(options),
  scale: async () => (await import('../test/cluster/run-scale.mjs')).runScale(options),
};
const [mode = 'kill'] = positionals;
if (!(mode in MODES)) {
  console.error(`There is no "${mode}". Choose one of ${Object.keys(MODES).join(', ')}.`);
  process.exit(2);
}
await ensureInstalled();
await ensureBuilt();
console.log(`${mode}, seed ${values.seed}${values.sticky ? ', sticky' : ''}`);
const violations = await MODES[mode]();
console.log(`${violations.length} violations${mode === 'scale' ? '' : ', lost or wrong writes included'}`);
process.exit(violations.length === 0 ? 0 : 1);
