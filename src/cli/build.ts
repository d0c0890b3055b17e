import { checkOptions, exitCode, runCheck } from './check.ts';
import type { Command } from './command.ts';

export const buildCommand: Command = {
  summary: 'build the Lowdefy apps in a folder and report their problems',
  about:
    'Builds the same as "mcp" and "serve" do when they start, and finds the same mistakes as "check". Exits with code 1 if there are errors.',
  options: checkOptions,
  run: async (flags) => exitCode(await runCheck(flags), flags),
};
