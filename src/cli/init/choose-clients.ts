import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { MCP_CLIENTS } from '../../protocol/client-setups.ts';
import type { Flags, Option } from '../command.ts';
import type { Questions } from './choose.ts';
import { type ClientFile, clientFiles } from './client-files.ts';

const IDS = MCP_CLIENTS.map(({ id }) => id);

export const clientOptions: Record<string, Option> = {
  client: {
    type: 'string',
    value: 'C',
    help: `connect these clients, separated by commas: ${IDS.join(', ')}, all or none`,
  },
  print: { type: 'boolean', help: "print the clients' configuration; write nothing" },
};

/** The files of the clients to connect: as asked for, as answered, or those that this project shows traces of. */
export async function chooseClients(
  dir: string,
  flags: Flags,
  questions: Questions | undefined,
): Promise<ClientFile[]> {
  const all = clientFiles({ dir });
  if (typeof flags.client === 'string') return named(flags.client, all);
  if (flags.print) return all;
  if (!questions)
    return all.filter((file) => isFirst(file) || (file.isOfProject && existsSync(dirname(file.path))));
  return questions.some(
    'Connect which MCP clients?',
    all.map((file) => ({ label: `${file.client.name} (${file.path})`, value: file })),
    all.filter((file) => isFirst(file) || existsSync(file.sign)),
  );
}

/** Its file is in the project's own folder, which always exists. */
function isFirst({ client }: ClientFile): boolean {
  return client === MCP_CLIENTS[0];
}

function named(text: string, all: ClientFile[]): ClientFile[] {
  if (text === 'all') return all;
  if (text === 'none') return [];
  return text.split(',').map((part) => {
    const id = part.trim();
    const file = all.find(({ client }) => client.id === id);
    if (file) return file;
    throw new TandemError(
      'invalid_input',
      `--client: unknown client "${id}".${didYouMean(id, [...IDS, 'all', 'none'])}`,
    );
  });
}
