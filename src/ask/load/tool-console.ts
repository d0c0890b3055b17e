import { Console } from 'node:console';
import { withoutKeys } from '../../lib/without-keys.ts';
import { toolOutput } from '../run/tool-output.ts';
import type { ToolLogLevel } from '../tool/operation.ts';

/** Compiled tools find it here: they are modules of their own, and import nothing of ours. */
const PLACE = 'tandem.console';

/** The first line of a compiled file: its `console`. */
export function consoleLine(name: string): string {
  const label = JSON.stringify(name);
  return `const console = globalThis[Symbol.for('${PLACE}')]?.(${label}) ?? globalThis.console;`;
}

/**
 * A console that prints to stderr with the name of its file, however the server runs: stdout may be the protocol's, and the
 * program's own console is quiet. The call that prints passes it on to its caller.
 */
function createToolConsole(name: string): Console {
  const to = (level: ToolLogLevel) => ({
    write(text: string) {
      const message = withoutKeys(text.replace(/\n$/, ''));
      const isNews = toolOutput.getStore()?.print(level, message) ?? true;
      if (isNews) process.stderr.write(`[${name}] ${message}\n`);
    },
  });
  const open = (out: ToolLogLevel, err: ToolLogLevel) =>
    new Console({
      stdout: to(out) as NodeJS.WritableStream,
      stderr: to(err) as NodeJS.WritableStream,
      ignoreErrors: false,
      colorMode: false,
    });
  const console = open('info', 'warning');
  const { debug, error } = open('debug', 'error');
  return Object.assign(console, { debug, error });
}

Object.assign(globalThis, { [Symbol.for(PLACE)]: createToolConsole });
