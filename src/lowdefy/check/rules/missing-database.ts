import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeAt, textOf } from '../config-node.ts';
import type { Rule } from '../rule.ts';

export const missingDatabase: Rule = {
  code: 'missing-database',
  severity: 'warning',
  about:
    'The file of an SQLite database does not exist. The first request creates an empty one, without tables.',
  fix: 'Create the database, for example with the script that fills it, or correct the path: it starts at the folder of lowdefy.yaml.',
  *check({ connections, facts: { dir } }) {
    for (const { id, node } of connections) {
      if (!/sqlite/.test(textOf(nodeAt(node, 'properties', 'client')) ?? '')) continue;
      const connection = nodeAt(node, 'properties', 'connection');
      const place = nodeAt(connection, 'filename') ?? connection;
      const file = textOf(place);
      if (!place || file === undefined || /^(:memory:|file:)?$/.test(file)) continue;
      if (!existsSync(resolve(dir, file)))
        yield {
          at: place.at,
          message: `The database file "${file}" of the connection "${id}" does not exist.`,
        };
    }
  },
};
