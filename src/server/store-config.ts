import { z } from 'zod';
import { filledText, settingsSchema } from '../lib/settings-schema.ts';

/** Where a database is: an address, the environment variable that has it, or a connection of the app. */
const place = {
  url: filledText('url').optional(),
  urlEnv: filledText('urlEnv').optional(),
  connectionId: filledText('connectionId').optional(),
};

const file = settingsSchema('A store of type file', { type: z.literal('file') });
const memory = settingsSchema('A store of type memory', { type: z.literal('memory') });

const postgres = settingsSchema('A store of type postgres', {
  type: z.enum(['postgres', 'PostgresSessionStore']),
  ...place,
});

const mongodb = settingsSchema('A store of type mongodb', {
  type: z.enum(['mongodb', 'MongoDBSessionStore']),
  ...place,
  database: filledText('database').optional(),
  collection: filledText('collection').optional(),
  properties: settingsSchema('properties of a store', {
    collection: filledText('collection').optional(),
  }).optional(),
});

const types = ['file', 'memory', 'postgres', 'mongodb'];

const anyStore = z.discriminatedUnion('type', [file, memory, postgres, mongodb], {
  error: (issue) =>
    issue.code === 'invalid_union' || issue.code === 'invalid_type'
      ? `store must have a type: ${types.join(', ')} or MongoDBSessionStore.`
      : undefined,
});

export type DatabaseStoreConfig = z.output<typeof postgres> | z.output<typeof mongodb>;

/** `mcp.session.store`. */
export const storeSchema = anyStore.superRefine((store, context) => {
  if (store.type === 'file' || store.type === 'memory') return;
  const given = [store.url, store.urlEnv, store.connectionId].filter((one) => one !== undefined);
  if (given.length === 1) return;
  context.addIssue({
    code: 'custom',
    message: `A store of type ${store.type} needs exactly one of url, urlEnv (the name of an environment variable) and connectionId (a connection of the app).`,
  });
});
