import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const golden = join(import.meta.dirname, '../golden');

interface GoldenTool {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    required?: string[];
    properties?: Record<string, { description?: string; enum?: string[]; type?: string }>;
  };
  annotations?: Record<string, unknown>;
}

/** What agents see, from test/golden. */
export function toToolsReference(): string {
  const tools = readdirSync(golden)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(golden, name), 'utf8')) as GoldenTool);
  const instructions = readFileSync(join(golden, 'instructions.txt'), 'utf8').trim();
  return `# Tools

What agents see, generated from \`test/golden\` with \`node scripts/make-reference.mjs\`; a test fails when it is stale.

## Instructions

${instructions.replace(/^/gm, '> ').replace(/^> $/gm, '>')}

${tools.map(toSection).join('\n')}`;
}

function toSection({ name, title, description, inputSchema, annotations = {} }: GoldenTool): string {
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

function toType(schema: { enum?: string[]; type?: string }): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ');
  return schema.type ?? 'any';
}
