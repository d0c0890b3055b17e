export type { SessionStore } from '../session/session-store.ts';
export { createFileStore, type FileStoreOptions } from './file/file-store.ts';
export { createMemoryStore } from './memory-store.ts';
export { createMongoDBStore, type MongoDBStoreOptions } from './mongodb/mongodb-store.ts';
export { createPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.ts';
