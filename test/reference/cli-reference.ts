import { type Command, toHelp } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';

/** Every command, as its --help says. */
export async function toCliReference(): Promise<string> {
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]): Promise<[string, Command]> => [name, await load()]),
  );
  const rows = commands.map(
    ([name, { summary }]) => `| [\`tandem ${name}\`](#tandem-${name}) | ${summary} |`,
  );
  return `# Command line

Generated from \`src/cli\` with \`node scripts/make-reference.mjs\`; a test fails when it is stale. [Using Tandem](../guide/using.md#commands) explains the commands.

| command | |
|---|---|
${rows.join('\n')}

\`tandem --version\` prints the version, \`tandem help COMMAND\` the help below. Exit codes: 0 if all went well, 1 if what was checked has mistakes or something
unexpected happened, 2 if the command was wrong or cannot be carried out; the reason is one sentence on stderr. Results are printed on stdout, logs on stderr.

${commands.map(([name, command]) => `## tandem ${name}\n\n\`\`\`text\n${toHelp(name, command).trim()}\n\`\`\`\n`).join('\n')}`;
}
