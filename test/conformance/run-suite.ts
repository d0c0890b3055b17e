import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode22, inPackage } from './node-22.ts';
import { runProgram } from './run-program.ts';

export interface Scenario {
  name: string;
  passed: number;
  /** Each failed check in a line; warnings are what a server should do but did not. */
  faults: string[];
}

export interface SuiteRun {
  /** 0 if every scenario that the suite counts passes. */
  code: number;
  output: string;
  scenarios: Scenario[];
}

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** Run one conformance suite against `url` and read what it found. */
export async function runSuite(
  suite: 'conformance-0.1' | 'conformance-0.2',
  url: string,
  args: readonly string[] = [],
): Promise<SuiteRun> {
  const out = await mkdtemp(join(tmpdir(), 'tandem-suite-'));
  try {
    const program = inPackage(suite, 'dist/index.js');
    const ended = await runProgram(findNode22(), [program, 'server', '--url', url, '-o', out, ...args], {
      cwd: out,
      home: out,
    });
    const names = (await readdir(out)).filter((name) => name.startsWith('server-')).sort();
    const scenarios = await Promise.all(names.map((name) => readScenario(out, name)));
    return { code: ended.code, output: ended.stdout + ended.stderr, scenarios };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** A line for the log, one for every fault, and one for what is known to fail. */
export function summarize(title: string, { scenarios }: SuiteRun, known: readonly string[]): string {
  const counted = scenarios.filter(({ name }) => !known.includes(name));
  const good = counted.filter(({ faults }) => faults.length === 0).length;
  const passed = counted.reduce((sum, scenario) => sum + scenario.passed, 0);
  const faults = counted.flatMap((scenario) =>
    scenario.faults.map((fault) => `  ${scenario.name}: ${fault}`),
  );
  const failing = scenarios.filter(({ name, faults }) => known.includes(name) && faults.length > 0);
  const line = `${good} of ${counted.length} scenarios, ${passed} of ${passed + faults.length} checks passed`;
  const rest = failing.map(({ name, passed, faults }) => `${name} ${passed}/${passed + faults.length}`);
  return [
    `${title}: ${line}`,
    ...faults,
    ...(rest.length > 0 ? [`  not offered, not counted: ${rest.join(', ')}`] : []),
  ].join('\n');
}

/** `server-<scenario>-<time>/checks.json` */
async function readScenario(out: string, folder: string): Promise<Scenario> {
  const checks = JSON.parse(await readFile(join(out, folder, 'checks.json'), 'utf8')) as Check[];
  const isFault = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING';
  return {
    name: folder.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'),
    passed: checks.filter((check) => check.status === 'SUCCESS').length,
    faults: checks
      .filter(isFault)
      .map((check) => `${check.status} ${check.id} ${check.errorMessage ?? ''}`.slice(0, 200)),
  };
}
