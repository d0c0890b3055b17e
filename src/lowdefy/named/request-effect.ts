import { isRecord } from '../../lib/is-record.ts';
import { sqlDialect } from '../connections/knex-clients.ts';
import { sqlWrites } from '../connections/sql-writes.ts';
import type { BuiltRequest } from './built-page.ts';

/** What a request does to data: nothing, adds to it, or may change and remove it. */
export type RequestEffect = 'reads' | 'adds' | 'changes';

const READING = /(Find|FindOne|FindMany|Aggregation|GetOne|GetMany|Search|Count|PresignedGetObject)$/;
const ADDING = /(InsertOne|InsertMany|AppendOne|AppendMany|MailSend)$/;
/** Methods of the query builder that write. */
const BUILDER_CHANGES = new Set([
  'update',
  'del',
  'delete',
  'truncate',
  'increment',
  'decrement',
  'upsert',
  'merge',
  'raw',
]);
const BUILDER_ADDS = new Set(['insert', 'batchInsert']);

/** The effect of a request as far as its configuration tells; what is unclear counts as changing. */
export function effectOf(request: BuiltRequest, connection: Record<string, unknown> = {}): RequestEffect {
  const { type, properties } = request;
  if (type === 'KnexRaw') return sqlEffect(properties.query, connection.client);
  if (type === 'KnexBuilder') return builderEffect(properties.query);
  if (type === 'AxiosHttp') return httpEffect(properties.method ?? connection.method ?? 'get');
  if (READING.test(type)) return 'reads';
  return ADDING.test(type) ? 'adds' : 'changes';
}

function sqlEffect(query: unknown, client: unknown): RequestEffect {
  if (typeof query !== 'string') return 'changes';
  if (sqlWrites(query, sqlDialect(client)) === undefined) return 'reads';
  const isInsert =
    /^\s*insert\s+into\b/i.test(query) && !/\b(update|delete|replace|drop|truncate)\b/i.test(query);
  return isInsert && !/;\s*\S/.test(query) ? 'adds' : 'changes';
}

function builderEffect(query: unknown): RequestEffect {
  if (!Array.isArray(query)) return 'changes';
  const methods = query.flatMap((step) => (isRecord(step) ? Object.keys(step) : []));
  // A computed step may be anything.
  if (methods.some((name) => BUILDER_CHANGES.has(name) || name.startsWith('_'))) return 'changes';
  return methods.some((name) => BUILDER_ADDS.has(name)) ? 'adds' : 'reads';
}

function httpEffect(method: unknown): RequestEffect {
  const name = typeof method === 'string' ? method.toUpperCase() : '';
  if (name === 'GET' || name === 'HEAD') return 'reads';
  return name === 'POST' ? 'adds' : 'changes';
}
