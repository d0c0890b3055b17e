import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixtureArea } from './fixture-area.ts';
import { runSuite, type SuiteRun, summarize } from './run-suite.ts';
import { type Stack, startStack } from './start-stack.ts';

/**
 * The tasks extension, which we do not offer. The suite runs these scenarios but does not count them; if one begins
 * to pass, remove it from this list.
 */
const NOT_OFFERED = [
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-required-task-error',
  'tasks-wire-fields',
];

describe('conformance suites', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      areas: [createFixtureArea()],
      config: (origin) => ({
        // The suites have no key, and call faster than any client.
        mcp: { auth: { type: 'none' }, limits: { requestsPerMinute: 100_000 } },
        // They also try a page of the server's own origin; for us that is a page like any other, allowed by name.
        http: { cors: { origins: [origin] } },
      }),
    });
  });
  afterAll(() => stack.close());

  test('0.1.16, active suite: revisions up to 2025-11-25', async () => {
    const run = await runSuite('conformance-0.1', `${stack.origin}/mcp`);
    check('conformance 0.1.16', run, { scenarios: 30 });
  });

  test('0.2, requirements of 2025-11-25', async () => {
    const run = await runSuite('conformance-0.2', `${stack.origin}/mcp`, ['--requirements', '2025-11-25']);
    check('conformance 0.2, 2025-11-25', run, { scenarios: 33 });
  });

  test('0.2, requirements of 2026-07-28', async () => {
    const run = await runSuite('conformance-0.2', `${stack.origin}/mcp`, ['--requirements', '2026-07-28']);
    check('conformance 0.2, 2026-07-28', run, { scenarios: 50, failing: NOT_OFFERED });
  });
});

function check(title: string, run: SuiteRun, expected: { scenarios: number; failing?: string[] }): void {
  const known = expected.failing ?? [];
  console.log(summarize(title, run, known));
  const failing = run.scenarios.filter(({ faults }) => faults.length > 0).map(({ name }) => name);
  expect(failing).toEqual(known);
  // A suite that silently runs fewer scenarios must not pass.
  expect(run.scenarios).toHaveLength(expected.scenarios);
  expect(run.code, run.output).toBe(0);
}
