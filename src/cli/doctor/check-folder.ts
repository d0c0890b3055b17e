import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TandemError } from '../../errors.ts';
import { createLogger } from '../../lib/logger.ts';
import { findFolders } from '../../server/find-projects.ts';
import { findNearbyApp } from '../../server/nearby-app.ts';
import { shellCommand } from '../../server/program-command.ts';
import { clientFiles } from '../init/client-files.ts';
import { kindsIn, lookAround } from '../init/found-folder.ts';
import { findEntry } from '../init/merge-entry.ts';
import { writeClient } from '../init/write-client.ts';
import { type Diagnosis, fault, good, remark } from './diagnosis.ts';

/** Whether there is anything to serve. Live UIs can be built in any folder, but few people mean this one by accident. */
export function checkContent(dir: string): Diagnosis {
  const found = lookAround(dir);
  if (kindsIn(found).length > 0) {
    const apps = Object.keys(found.apps).map((name) => `the Lowdefy app ${name}`);
    const live = found.live.map((folder) => `live UIs in ${relative(dir, folder) || 'apps'}`);
    const tools = found.tools.length > 0 ? [`${found.tools.length} files in tools/`] : [];
    return good([...apps, ...live, ...tools].join(', '));
  }
  const nearby = findNearbyApp(dir);
  if (nearby !== undefined && !existsSync(join(dir, 'tandem.yaml')))
    return fault(`No app here. Did you mean ${nearby}? ${shellCommand()} doctor --dir ${nearby}`);
  return remark(
    `No app, live UI or tool here yet. An agent can build live UIs; ${shellCommand()} init makes an app.`,
  );
}

/** Loads them, as listing tools does; without tools this loads nothing. */
export async function checkTools(dir: string): Promise<Diagnosis> {
  const { ToolFolder } = await import('../../ask/load/tool-folder.ts');
  const log = createLogger('silent');
  const folders = [dir, ...findFolders(dir)].map((one) => new ToolFolder({ dir: join(one, 'tools'), log }));
  await Promise.all(folders.map((folder) => folder.refresh()));
  const problems = folders.flatMap((folder) =>
    folder.problems.map(({ file, message }) => `${relative(dir, join(folder.dir, file))}: ${message}`),
  );
  if (problems.length > 0) return fault(problems.join('; '));
  const names = folders.flatMap((folder) => folder.tools.map(({ tool }) => tool.name));
  return good(names.length === 0 ? 'none: no tool in tools/ here or one folder down' : names.join(', '));
}

/** Clients that were set up for this folder, and whether what they would start is there. */
export function checkClients(dir: string): Diagnosis[] {
  const known = clientFiles({ dir }).flatMap((file) => {
    const found = entryIn(file.path, (text) => findEntry(file.client, text, dir));
    if (!found) return [];
    const [name, { args = [], command }] = found;
    const [program] = args as string[];
    const isThere = command !== 'node' || (program !== undefined && existsSync(program));
    const where = `${file.client.name} (${file.path}, "${name}")`;
    if (isThere) return [good(where)];
    return [
      fault(`${where} starts ${program}, which is not there. Run: ${shellCommand()} doctor --fix`, () => {
        const { outcome, why } = writeClient(file, dir);
        if (outcome === 'failed') throw new TandemError('invalid_config', `${file.path}: ${why}.`);
        return `wrote ${file.path}`;
      }),
    ];
  });
  return known.length > 0 ? known : [remark(`none is set up for this folder. Run: ${shellCommand()} init`)];
}

/** A file that cannot be read or parsed is not ours to judge. */
function entryIn<T>(path: string, find: (text: string) => T): T | undefined {
  try {
    return find(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
