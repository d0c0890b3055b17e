import { childrenOf, type SchemaNode, toConfigSchema } from './config-schema.ts';

/** Every setting of `tandem.yaml`. */
export function toConfigReference(): string {
  const sections = Object.entries(toConfigSchema().properties ?? {}).map(
    ([key, node]) =>
      `## ${key}\n\n${node.description ?? ''}\n\n| setting | type | default | |\n|---|---|---|---|\n${rowsOf(node, key).join('\n')}\n`,
  );
  return `# Configuration

Every setting of \`tandem.yaml\`, generated from the schema that the server checks it with (\`node scripts/make-reference.mjs\`); a test fails when it is stale.
[Using Tandem](../guide/using.md#configuration) has an example, and the environment variables that win over the file. All settings are optional.

## In your editor

\`tandem.schema.json\` is the JSON Schema of this file. It comes with the package, and with the clone. Editors with the YAML language server (VS Code with the YAML extension, Neovim, Zed,
JetBrains by their own setting) complete and check \`tandem.yaml\` if its first line names the schema, as a path or an address:

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/tandem-mcp/tandem.schema.json
mcp:
  confirm: writes
\`\`\`

In a project without the package, use the path of your clone: \`$schema=/path/to/tandem/tandem.schema.json\`. The line is a comment; Tandem does not read it.

${sections.join('\n')}`;
}

function rowsOf(node: SchemaNode, path: string): string[] {
  const children = new Map(childrenOf(node));
  if (children.size === 0) return [toRow(node, path)];
  return [...children].flatMap(([key, child]) => {
    const at = `${path}.${key === '*' ? '<name>' : key}`;
    return childrenOf(child).length === 0
      ? [toRow(child, at)]
      : [...(child.description === undefined ? [] : [toRow(child, at)]), ...rowsOf(child, at)];
  });
}

function toRow(node: SchemaNode, path: string): string {
  const fallback =
    node.default === undefined || isEmpty(node.default) ? '' : `\`${JSON.stringify(node.default)}\``;
  return `| \`${path}\` | ${toType(node)} | ${fallback} | ${node.description ?? ''} |`;
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function toType(node: SchemaNode): string {
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  const variants = node.anyOf ?? node.oneOf;
  if (variants) return [...new Set(variants.map(toType))].join(' or ');
  if (node.type === 'array') return `list of ${node.items ? toType(node.items) : 'anything'}`;
  if (node.type === 'integer' || node.type === 'number') return withRange(node);
  return { string: 'text', boolean: '`true`, `false`', object: 'settings' }[node.type ?? ''] ?? 'anything';
}

function withRange({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return `number from ${minimum} to ${maximum}`;
  return minimum === undefined ? 'number' : `number, at least ${minimum}`;
}
