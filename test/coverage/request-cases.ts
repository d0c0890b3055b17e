/** A connection of each type; those of external services point to an address where nobody listens. */
export function connectionCases(echo: string, nobody: string): Record<string, object> {
  const { hostname, port } = new URL(nobody);
  return {
    AIGateway: { apiKey: { _secret: 'TOKEN' } },
    Anthropic: { apiKey: { _secret: 'TOKEN' } },
    AwsS3Bucket: {
      accessKeyId: { _secret: 'TOKEN' },
      secretAccessKey: { _secret: 'TOKEN' },
      bucket: 'bucket',
      region: 'eu-west-1',
      read: true,
      write: true,
    },
    AxiosHttp: { baseURL: echo },
    Elasticsearch: { node: nobody, index: 'things', read: true, write: true },
    Google: { apiKey: { _secret: 'TOKEN' } },
    GoogleSheet: {
      apiKey: { _secret: 'TOKEN' },
      spreadsheetId: 'sheet',
      sheetId: '0',
      read: true,
      write: true,
    },
    Knex: { client: 'better-sqlite3', connection: { filename: 'coverage.db' }, useNullAsDefault: true },
    Mcp: { url: nobody },
    MongoDBCollection: {
      databaseUri: `mongodb://${hostname}:${port}/db?serverSelectionTimeoutMS=500`,
      collection: 'things',
      read: true,
      write: true,
    },
    OpenAI: { apiKey: { _secret: 'TOKEN' } },
    Redis: { connection: { socket: { host: hostname, port: Number(port), reconnectStrategy: false } } },
    SendGridMail: { apiKey: 'SG.x', from: 'a@example.com' },
    Stripe: {
      secretKey: 'sk_test',
      host: hostname,
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: 0,
    },
    TestConnection: {},
  };
}

export interface RequestCase {
  connection: string;
  properties: object;
}

const mongo = (properties: object): RequestCase => ({ connection: 'MongoDBCollection', properties });
const elastic = (properties: object): RequestCase => ({ connection: 'Elasticsearch', properties });
const sheet = (properties: object): RequestCase => ({ connection: 'GoogleSheet', properties });
const filter = { _id: 1 };

export const REQUESTS: Record<string, RequestCase> = {
  AwsS3PresignedGetObject: { connection: 'AwsS3Bucket', properties: { key: 'a.txt' } },
  AwsS3PresignedPostPolicy: { connection: 'AwsS3Bucket', properties: { key: 'a.txt' } },
  AxiosHttp: { connection: 'AxiosHttp', properties: { url: '/asked', method: 'get' } },
  ElasticsearchDelete: elastic({ id: '1' }),
  ElasticsearchDeleteByQuery: elastic({ body: { query: { match_all: {} } } }),
  ElasticsearchIndex: elastic({ id: '1', body: { a: 1 } }),
  ElasticsearchSearch: elastic({ body: { query: { match_all: {} } } }),
  ElasticsearchUpdate: elastic({ id: '1', body: { doc: { a: 1 } } }),
  ElasticsearchUpdateByQuery: elastic({ body: { query: { match_all: {} } } }),
  GoogleSheetAppendMany: sheet({ rows: [{ a: 1 }] }),
  GoogleSheetAppendOne: sheet({ row: { a: 1 } }),
  GoogleSheetDeleteOne: sheet({ filter: { a: 1 } }),
  GoogleSheetGetMany: sheet({}),
  GoogleSheetGetOne: sheet({}),
  GoogleSheetUpdateMany: sheet({ filter: { a: 1 }, update: { a: 2 } }),
  GoogleSheetUpdateOne: sheet({ filter: { a: 1 }, update: { a: 2 } }),
  KnexBuilder: {
    connection: 'Knex',
    properties: { query: [{ select: ['n'] }, { from: ['numbers'] }] },
  },
  KnexRaw: { connection: 'Knex', properties: { query: 'select n from numbers' } },
  MongoDBAggregation: mongo({ pipeline: [] }),
  MongoDBBulkWrite: mongo({ operations: [{ insertOne: { document: { a: 1 } } }] }),
  MongoDBDeleteMany: mongo({ filter }),
  MongoDBDeleteOne: mongo({ filter }),
  MongoDBFind: mongo({ query: {} }),
  MongoDBFindOne: mongo({ query: {} }),
  MongoDBInsertMany: mongo({ docs: [{ a: 1 }] }),
  MongoDBInsertOne: mongo({ doc: { a: 1 } }),
  MongoDBUpdateMany: mongo({ filter, update: { $set: { a: 1 } } }),
  MongoDBUpdateOne: mongo({ filter, update: { $set: { a: 1 } } }),
  Redis: { connection: 'Redis', properties: { command: 'get', parameters: ['a'] } },
  SendGridMailSend: {
    connection: 'SendGridMail',
    properties: { to: 'b@example.com', subject: 'Hi', text: 'Hi' },
  },
  TestError: { connection: 'TestConnection', properties: { errorType: 'Error', message: 'As asked' } },
  TestLog: { connection: 'TestConnection', properties: { message: 'Said' } },
  StripeRequest: { connection: 'Stripe', properties: { customers: { list: [] } } },
};
