import { createMemoryStore } from '../../src/stores/index.ts';
import { describeSessionStore } from './session-store-suite.ts';

describeSessionStore('memory', async () => ({ store: createMemoryStore(), cleanUp: async () => {} }));
