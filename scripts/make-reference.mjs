// node scripts/make-reference.mjs: writes docs/reference/tools.md from what agents see (test/golden).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const golden = join(root, 'test/golden');
const target = join(root, 'docs/reference/tools.md');

/** The text of docs/reference/tools.md. */
export function toReference() {
  const tools = readdirSync(golden)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(golden, name), 'utf8')));
  const instructions = readFileSync(join(golden, 'instructions.txt'), 'utf8').trim();
  return `# Tools

What agents see, generated from \`test/golden\` with \`node scripts/make-reference.mjs\`; a test fails when it is stale.

## Instructions

${instructions.replace(/^/gm, '> ').replace(/^> $/gm, '>')}

${tools.map(toSection).join('\n')}`;
}

function toSection({ name, title, description, inputSchema, annotations = {} }) {
  const required = inputSchema.required ?? [];
  const rows = Object.entries(inputSchema.properties ?? {}).map(
    ([key, schema]) =>
      `| \`${key}\` | ${toType(schema)} | ${required.includes(key) ? 'yes' : ''} | ${schema.description ?? ''} |`,
  );
  const hints = Object.entries(annotations)
    .filter(([, value]) => value === true)
    .map(([hint]) => hint.replace('Hint', ''));
  return `## ${name}

**${title}.** ${description}${hints.length > 0 ? ` (${hints.join(', ')})` : ''}

${rows.length > 0 ? `| argument | type | required | |\n|---|---|---|---|\n${rows.join('\n')}` : 'No arguments.'}
`;
}

function toType(schema) {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ');
  return schema.type ?? 'any';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, toReference());
