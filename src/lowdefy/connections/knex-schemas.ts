const text = (what: string) => ({
  type: 'string',
  errorMessage: { type: `${what} must be text.` },
});

/** Properties as in Lowdefy's own Knex connection; others go to knex unchanged. */
export const knexSchema = {
  type: 'object',
  required: ['client', 'connection'],
  properties: {
    client: text('"client" of a Knex connection'),
    connection: {
      type: ['string', 'object'],
      errorMessage: { type: '"connection" of a Knex connection must be text or a set of properties.' },
    },
    searchPath: text('"searchPath" of a Knex connection'),
    version: text('"version" of a Knex connection'),
  },
  errorMessage: {
    type: 'A Knex connection needs a set of properties.',
    required: {
      client: 'A Knex connection needs the property "client", such as "pg" or "sqlite3".',
      connection: 'A Knex connection needs the property "connection".',
    },
  },
};

export const knexRawSchema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: text('"query" of a KnexRaw request'),
    parameters: {
      type: ['string', 'number', 'array', 'object'],
      errorMessage: { type: '"parameters" of a KnexRaw request must be a value, a list or a set of values.' },
    },
  },
  errorMessage: {
    type: 'A KnexRaw request needs a set of properties.',
    required: { query: 'A KnexRaw request needs the property "query".' },
  },
};

export const knexBuilderSchema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: {
      type: 'array',
      errorMessage: { type: '"query" of a KnexBuilder request must be a list of methods.' },
    },
    tableName: {
      type: ['string', 'object'],
      errorMessage: { type: '"tableName" of a KnexBuilder request must be text or a set of properties.' },
    },
  },
  errorMessage: {
    type: 'A KnexBuilder request needs a set of properties.',
    required: { query: 'A KnexBuilder request needs the property "query".' },
  },
};
