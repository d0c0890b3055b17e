import { TandemError } from '../../errors.ts';
import { type CheckOptions, checkConfig } from './check-config.ts';
import type { ConfigFinding } from './config-finding.ts';
import { findingsText } from './finding-text.ts';
import { RULES } from './rules.ts';

/** The findings about an app that cannot be built. The failure itself is one, unless another finding explains it. */
export async function withBuildFailure(
  options: CheckOptions,
  failure: TandemError,
): Promise<ConfigFinding[]> {
  const findings = await findingsOf(options);
  const isExplained = findings.some(({ code }) =>
    RULES.some((rule) => rule.stopsBuild && rule.code === code),
  );
  return isExplained ? findings : [toFinding(failure), ...findings];
}

/** The failure of a build, with the other mistakes in the configuration: they can be corrected together. */
export async function withFindings(failure: unknown, options: CheckOptions): Promise<unknown> {
  if (!(failure instanceof TandemError)) return failure;
  const others = (await findingsOf(options)).filter(
    ({ code, severity }) =>
      severity === 'error' && !RULES.some((rule) => rule.stopsBuild && rule.code === code),
  );
  const text = findingsText(others);
  if (text === undefined) return failure;
  return new TandemError(failure.code, `${failure.message} ${text}`, { cause: failure.cause });
}

/** The main file itself may be what cannot be read. */
async function findingsOf(options: CheckOptions): Promise<ConfigFinding[]> {
  try {
    return await checkConfig(options);
  } catch (error) {
    if (error instanceof TandemError) return [];
    throw error;
  }
}

/** Messages of the build begin with the place, if it is known. */
function toFinding({ message }: TandemError): ConfigFinding {
  const [, file = 'lowdefy.yaml', line = '1'] = /(?:^|[\s(])([\w./-]+\.\w+):(\d+)\b/.exec(message) ?? [];
  return {
    file,
    line: Number(line),
    column: 1,
    severity: 'error',
    code: 'build-failed',
    message,
    fix: 'Correct it, and run the check again: more may be found once the app can be built.',
  };
}
