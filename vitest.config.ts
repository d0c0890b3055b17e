import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for other processes, so that no core need be left to them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/contract/**/*.test.ts'],
          // Only what hangs is stopped: some build an app or start a thread, and a busy machine is no fault of theirs.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/live/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['test/conformance/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
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
