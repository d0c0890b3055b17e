import { declarationOf, ENTRIES, type PublicExport, publicExports } from '../public-exports.ts';

/** What the package exports, from the doc comments. */
export function toLibraryReference(): string {
  const sections = Object.keys(ENTRIES).map((entry) => {
    const own = publicExports.filter((one) => one.entry === entry);
    return `## ${entry}\n\n${own.map(toSection).join('\n')}`;
  });
  return `# Library

What \`tandem-mcp\` exports, generated from the doc comments in \`src\` with \`node scripts/make-reference.mjs\`; a test fails when it is stale. Every example compiles. Guides: [From
code](../guide/using.md#from-code), [Ask](../guide/ask.md), [Chat](../guide/chat.md), [React](../guide/react.md), [Embed](../guide/embed.md).

${sections.join('\n')}`;
}

function toSection(one: PublicExport): string {
  const declaration = declarationOf(one).replaceAll('…', '...');
  const code = declaration === '' ? '' : `\n\`\`\`ts\n${declaration}\n\`\`\`\n`;
  const [about = '', ...examples] = toMarkdown(one.doc).split('@example');
  const example = examples.map((text) => `\nExample:\n\n${text.trim()}\n`).join('');
  return `### ${one.name}\n\n${about.trim()}\n${code}${example}`;
}

/** The text of a doc comment. */
function toMarkdown(doc: string): string {
  return doc
    .replace(/^\/\*\*\s?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .replaceAll(/^ \* ?/gm, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');
}
