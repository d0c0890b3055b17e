import { TandemError } from '../errors.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import type { Config } from '../server/config-schema.ts';
import { findApps } from '../server/find-projects.ts';
import { loadConfig } from '../server/load-config.ts';
import { type Colours, coloursFor } from './colours.ts';
import { type Command, dirOption } from './command.ts';
import { checkBuilds } from './doctor/check-apps.ts';
import { checkClients, checkContent, checkTools } from './doctor/check-folder.ts';
import { checkPorts, checkServer } from './doctor/check-ports.ts';
import { checkStore } from './doctor/check-store.ts';
import { type Diagnosis, fault, good } from './doctor/diagnosis.ts';
import { servedFolder } from './served-folder.ts';

interface Check {
  name: string;
  /** Why it cannot be checked, if an earlier check failed. */
  skip?(): string | undefined;
  run(): Diagnosis | Diagnosis[] | Promise<Diagnosis | Diagnosis[]>;
}

/** One line of the report. */
interface Line {
  name: string;
  status: Diagnosis['status'] | 'fixed' | 'skip';
  message: string;
}

const COLOURS: Partial<Record<Line['status'], keyof Colours>> = { wrong: 'red', note: 'yellow', skip: 'dim' };

export const doctorCommand: Command = {
  summary: 'check this machine and folder, and say how to fix what is wrong',
  about:
    'Checks Node, the folder, its configuration, apps, databases, tools, ports, session store and MCP clients. Exits with code 1 if something is wrong; notes do not count.',
  options: {
    dir: dirOption('the folder to check'),
    fix: { type: 'boolean', help: 'repair what can be repaired without losing anything' },
    quiet: { type: 'boolean', help: 'print only what is wrong' },
    json: { type: 'boolean', help: 'print the report as JSON' },
  },
  async run(flags) {
    const lines: Line[] = [];
    const colours = coloursFor(process.stdout);
    const say = (line: Line) => {
      lines.push(line);
      if (flags.json || (flags.quiet && line.status !== 'wrong')) return;
      const status = line.status.padEnd(5);
      console.log(`${colours[COLOURS[line.status] ?? 'plain'](status)}  ${line.name}: ${line.message}`);
    };
    for (const check of checksOf(flags.dir as string | undefined)) {
      const reason = check.skip?.();
      if (reason !== undefined) {
        say({ name: check.name, status: 'skip', message: `not checked: ${reason}` });
        continue;
      }
      for (const diagnosis of await diagnosesOf(check))
        say({ name: check.name, ...(flags.fix ? await repaired(diagnosis) : toLine(diagnosis)) });
    }
    const isWrong = lines.some(({ status }) => status === 'wrong');
    if (flags.json) console.log(JSON.stringify({ ok: !isWrong, checks: lines }, null, 2));
    return isWrong ? 1 : 0;
  },
};

function checksOf(flag: string | undefined): Check[] {
  let dir = '';
  let config: Config | undefined;
  const withoutFolder = () => (dir ? undefined : 'the folder was not found');
  const withoutConfig = () => withoutFolder() ?? (config ? undefined : 'the configuration is not valid');
  return [
    { name: 'Node', run: checkNode },
    {
      name: 'folder',
      run: () => {
        dir = servedFolder({ dir: flag });
        return good(dir);
      },
    },
    { name: 'content', skip: withoutFolder, run: () => checkContent(dir) },
    {
      name: 'configuration',
      skip: withoutFolder,
      run: async () => {
        config = await loadConfig(dir, process.env);
        return good('valid');
      },
    },
    {
      name: 'apps',
      skip: withoutConfig,
      run: () =>
        Object.keys(findApps(dir)).length === 0
          ? good('none: no lowdefy.yaml here or one folder down')
          : checkBuilds(dir, config as Config),
    },
    { name: 'tools', skip: withoutFolder, run: () => checkTools(dir) },
    { name: 'server', skip: withoutFolder, run: () => checkServer(dir) },
    { name: 'ports', skip: withoutConfig, run: () => checkPorts(config as Config, dir) },
    { name: 'store', skip: withoutConfig, run: () => checkStore(dir, config as Config) },
    { name: 'clients', skip: withoutFolder, run: () => checkClients(dir) },
  ];
}

async function diagnosesOf(check: Check): Promise<Diagnosis[]> {
  try {
    return [await check.run()].flat();
  } catch (error) {
    const expected = toExpectedError(error);
    if (!expected) throw error;
    return [fault(expected.message)];
  }
}

const toLine = ({ status, message }: Diagnosis) => ({ status, message });

async function repaired(diagnosis: Diagnosis): Promise<Pick<Line, 'status' | 'message'>> {
  if (diagnosis.status === 'ok' || !diagnosis.fix) return toLine(diagnosis);
  const done = await diagnosis.fix();
  return done === undefined ? toLine(diagnosis) : { status: 'fixed', message: done };
}

function checkNode(): Diagnosis {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    throw new TandemError('unsupported', `Node ${process.versions.node} is too old; install 20 or newer.`);
  return good(process.versions.node);
}
