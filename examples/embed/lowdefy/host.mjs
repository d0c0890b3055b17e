import { join } from 'node:path';
import { callRequest, createApiContext } from '@lowdefy/api';
import { getSecretsFromEnv } from '@lowdefy/node-utils';
import * as operators from '@lowdefy/operators-js/operators/server';

/**
 * How the server makes requests of its app, for browsers and for sessions alike. A server that Lowdefy generated has all
 * this in `lib/server/apiWrapper.js`.
 */
export function createHost({ dir, database }) {
  const buildDirectory = join(dir, '.lowdefy', 'server', 'build');
  const shared = {
    buildDirectory,
    config: {},
    connections: { Knex: toConnection(database) },
    fileCache: new Map(),
    jsMap: {},
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    operators,
    secrets: getSecretsFromEnv(),
  };
  return {
    callRequest(call, user) {
      const context = { ...shared, headers: {}, session: user ? { user } : undefined };
      createApiContext(context);
      return callRequest(context, call);
    },
  };
}

/** Stock Lowdefy opens new connections for every request; this one uses the server's pool. */
function toConnection(database) {
  const KnexRaw = ({ request }) => database.query(request.query, request.parameters);
  KnexRaw.schema = {};
  KnexRaw.meta = { checkRead: false, checkWrite: false };
  return { schema: {}, requests: { KnexRaw } };
}
