import { execFile } from 'node:child_process';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs it to the end, whatever the exit code; never through a shell. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { cwd?: string; home?: string } = {},
): Promise<Ended> {
  const { cwd, home } = options;
  const { PATH } = process.env;
  // What these programs write to the home folder must not reach the developer's own.
  const env = { PATH, ...(home === undefined ? {} : { HOME: home, USERPROFILE: home }) };
  const limits = { timeout: 500_000, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, ...limits }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr }),
    );
  });
}
