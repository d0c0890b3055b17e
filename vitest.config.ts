import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import useOneTempFolder from './test/temp-folder.ts';

useOneTempFolder();

/** Only what hangs is stopped: a busy machine is no fault of a test. */
const PATIENCE_MS = 180_000;

export default defineConfig({
  test: {
    // Their own process does nearly all of the work, so that no core need be left to others.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/contract/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/{integration,live}/**/*.test.ts'],
          // They wait for processes, timers and files for about half of their time.
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['test/fuzz/*.test.ts'],
          testTimeout: 6 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          disableConsoleIntercept: true,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['test/conformance/*.test.ts'],
          testTimeout: 3 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          disableConsoleIntercept: true,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
          disableConsoleIntercept: true,
        },
      },
    ],
  },
});
