import { TandemError } from '../errors.ts';
import { createLogger } from '../lib/logger.ts';
import type { FindingSeverity } from '../lowdefy/check/config-finding.ts';
import { toSarif } from '../lowdefy/check/to-sarif.ts';
import { type AppCheck, checkApps } from '../server/check-apps.ts';
import { HOMEPAGE, VERSION } from '../server/version.ts';
import { findingLines, pathFromHere, summaryLine } from './app-report.ts';
import { coloursFor } from './colours.ts';
import { type Command, dirOption, type Flags, type Option } from './command.ts';
import { logLevel } from './log-level.ts';
import { withProgress } from './progress.ts';
import { servedFolder } from './served-folder.ts';

/** What "check" and "build" have in common. */
export const checkOptions: Record<string, Option> = {
  dir: dirOption('the folder with the apps'),
  strict: { type: 'boolean', help: 'warnings count as errors' },
  quiet: { type: 'boolean', help: 'print errors only, and nothing if there are none' },
};

export const jsonOption: Option = { type: 'boolean', help: 'print everything that was found as JSON' };

export const checkCommand: Command = {
  summary: 'find mistakes in the Lowdefy apps in a folder',
  about:
    'Reports what is wrong, with file, line and column, what was probably meant, and how to fix it. Exits with code 1 if there are errors.',
  options: {
    ...checkOptions,
    json: jsonOption,
    sarif: { type: 'boolean', help: 'print it as SARIF 2.1.0, for annotations in CI' },
  },
  async run(flags) {
    if (flags.json && flags.sarif)
      throw new TandemError('invalid_input', 'Choose --json or --sarif, not both.');
    const isForPrograms = flags.json === true || flags.sarif === true;
    const checked = await runCheck(flags, { isSilent: isForPrograms });
    if (flags.json) printJson(checked);
    if (flags.sarif)
      console.log(
        JSON.stringify(
          toSarif(checked, { version: VERSION, homepage: HOMEPAGE, pathOf: pathFromHere }),
          null,
          2,
        ),
      );
    return exitCode(checked, flags);
  },
};

/** Checks the apps of the folder, and prints what was found unless it is for a program. */
export async function runCheck(flags: Flags, { isSilent = false } = {}): Promise<AppCheck[]> {
  const dir = servedFolder(flags);
  const isQuiet = flags.quiet === true;
  const log = createLogger(isSilent || isQuiet ? 'silent' : logLevel());
  const shown: FindingSeverity[] = isQuiet ? failing(flags) : ['error', 'warning', 'hint'];
  const colours = coloursFor(process.stdout);
  const checked: AppCheck[] = [];
  const apps = checkApps(dir, { env: process.env, log })[Symbol.asyncIterator]();
  for (;;) {
    const { value: app, done } = await withProgress('Building and checking', () => apps.next());
    if (done) break;
    checked.push(app);
    if (isSilent) continue;
    for (const line of findingLines(app, { colours, shown })) console.log(line);
    if (!isQuiet) console.log(summaryLine(app));
  }
  return checked;
}

export function printJson(checked: readonly AppCheck[]): void {
  console.log(JSON.stringify({ apps: checked }, null, 2));
}

export function exitCode(checked: readonly AppCheck[], flags: Flags): number {
  const isWrong = checked.some(({ findings }) =>
    findings.some(({ severity }) => failing(flags).includes(severity)),
  );
  return isWrong ? 1 : 0;
}

function failing(flags: Flags): FindingSeverity[] {
  return flags.strict ? ['error', 'warning'] : ['error'];
}
