export type { SessionStore } from '../session/session-store.ts';
export { createFileStore, type FileStoreOptions } from './file/file-store.ts';
export { createMemoryStore } from './memory-store.ts';
