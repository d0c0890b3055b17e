import { filesOf, readPage, SECTIONS, titleOf } from './pages.mjs';

/** llms.txt: what a model should read, and where it is. `addressOf` says where a file of the repository is found. */
export function toLlms(addressOf = (file) => file) {
  const sections = Object.entries(SECTIONS).map(([name, pages]) => {
    const lines = Object.entries(pages).map(
      ([file, about]) => `- [${titleOf(file)}](${addressOf(file)}): ${about}`,
    );
    return `## ${name === 'Project' ? 'Optional' : name}\n\n${lines.join('\n')}\n`;
  });
  return `# Tandem

> One app, two users: a person in a browser and an agent over MCP, in the same session. An agent operates a Lowdefy app, builds a live UI, or calls tools that ask a person; the person watches and joins in.

Tandem is one program (Node 20 or newer) that serves one folder: \`tandem mcp --dir FOLDER\` for a client on stdio, \`tandem serve --dir FOLDER\` over HTTP. Settings are in \`tandem.yaml\`.

${sections.join('\n')}`;
}

/** llms-full.txt: all guides and references in one file. */
export function toFullText() {
  const files = ['Start', 'Guides', 'For a team', 'Help', 'Reference'].flatMap(filesOf);
  return files.map((file) => `<!-- ${file} -->\n\n${readPage(file).trim()}\n`).join('\n');
}
