import { defineConfig } from 'vitest/config';

/** Only what hangs is stopped: a busy machine is no fault of a test. */
const PATIENCE_MS = 180_000;

export default defineConfig({
  test: {
    // Most tests wait for other processes, so that no core need be left to them.
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
