import { checkOptions, exitCode, jsonOption, printJson, runCheck } from './check.ts';
import type { Command } from './command.ts';

export const buildCommand: Command = {
  summary: 'build the Lowdefy apps in a folder and report their problems',
  about:
    'Builds the same as "mcp" and "serve" do when they start, and finds the same mistakes as "check". Exits with code 1 if there are errors.',
  options: { ...checkOptions, json: jsonOption },
  async run(flags) {
    const checked = await runCheck(flags, { isSilent: flags.json === true });
    if (flags.json) printJson(checked);
    return exitCode(checked, flags);
  },
};
