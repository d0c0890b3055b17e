// node parity/census.mjs [--random COUNT] [--seed N]: what the made-up pages are made of, so that holes are seen.
import { parseArgs } from 'node:util';
import { BLOCKS } from './random/make-blocks.mjs';
import { makeScenario } from './random/make-scenario.mjs';

const { values } = parseArgs({
  options: { random: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const census = { blocks: {}, events: {}, actions: {}, operators: {}, steps: {} };
const count = (what, name) => {
  census[what][name] = (census[what][name] ?? 0) + 1;
};
for (const type of Object.keys(BLOCKS)) census.blocks[type] = 0;
for (let i = 0; i < Number(values.random); i++) {
  const { config, scenario } = makeScenario(Number(values.seed) + i);
  countBlock(config);
  for (const step of scenario.steps) count('steps', step.do);
}
for (const [what, counts] of Object.entries(census)) {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  console.log(`${what}: ${sorted.map(([name, number]) => `${name} ${number}`).join(', ')}`);
}

function countBlock({ blocks = [], areas = {}, ...block }) {
  count('blocks', block.type);
  countOperators(block);
  for (const [name, event] of Object.entries(block.events ?? {})) {
    count('events', name);
    const actions = Array.isArray(event) ? event : [...event.try, ...(event.catch ?? [])];
    for (const { type, params } of actions)
      count('actions', type === 'CallMethod' ? `${type} ${params.method}` : type);
  }
  for (const inside of [...blocks, ...Object.values(areas).flatMap((area) => area.blocks)])
    countBlock(inside);
}

function countOperators(value) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (/^_[a-z]/.test(key)) count('operators', key);
    countOperators(inner);
  }
}
