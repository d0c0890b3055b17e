import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import { findPackages, type PackageFinder } from '../app/find-packages.ts';
import { isSameGeneration } from '../app/lowdefy-version.ts';
import { readPlugins } from '../app/plugins.ts';
import { packageVersion } from '../app/resolve-package.ts';
import { readMainFile } from '../build/main-file.ts';
import type { BuildFiles } from '../build/read-build.ts';
import { loadBlockEvents } from './block-events.ts';
import { readBuiltIds } from './built-ids.ts';
import type { CheckFacts } from './check-facts.ts';
import type { ConfigFinding } from './config-finding.ts';
import { nodeAt } from './config-node.ts';
import { loadKnownTypes } from './known-types.ts';
import { loadSchema } from './load-schema.ts';
import { toPlain } from './plain-config.ts';
import { readModel } from './read-model.ts';
import { resolveConfig } from './resolve-config.ts';
import type { CheckedApp } from './rule.ts';
import { RULES } from './rules.ts';
import { schemaProblems } from './schema-problems.ts';

export interface CheckOptions {
  dir: string;
  log: Logger;
  /** Where the app's packages are, if that is known. */
  finder?: PackageFinder;
  /** The finished build, if there is one: it knows what the configuration computes. */
  built?: BuildFiles;
  /** The roles that users of this server have; undefined if that is not known. */
  roles?: readonly string[] | undefined;
}

/** What is wrong in an app's configuration, in the order of its files; nothing for an app without configuration. */
export async function checkConfig(options: CheckOptions): Promise<ConfigFinding[]> {
  const { dir, built } = options;
  const main = readMainFile(dir);
  if (!main) return [];
  const wanted = isRecord(main.value) ? String(main.value.lowdefy ?? '') : '';
  const finder = options.finder ?? findPackages({ dir, wanted, log: options.log });
  // Another generation has other types, keys and events than the app is written for. A finished build needs no build
  // package, so the one that is found may be of another version than the engine.
  const builder = finder.folderOf('@lowdefy/build');
  const version = (builder === undefined ? undefined : packageVersion(builder)) ?? 'unknown';
  const isSame = isSameGeneration(wanted, version);
  const config = await resolveConfig(dir, main.file, (name) => finder.load(name));
  const { root } = config;
  const model = readModel(root, built && readBuiltIds(built));
  const named = nodeAt(root, 'plugins');
  const plugins = readPlugins(named && toPlain(named), dir, finder);
  const facts: CheckFacts = {
    dir,
    version,
    isExact: version === wanted,
    blockEvents: isSame ? loadBlockEvents(version) : {},
    roles: options.roles,
    settings: settingsIn(dir),
    types: isSame ? await loadKnownTypes(finder, plugins) : undefined,
    plugins,
  };
  const schema = isSame ? await loadSchema(finder) : undefined;
  const app: CheckedApp = { ...model, config, facts, problems: schema ? schemaProblems(root, schema) : [] };
  const findings = new Map<string, ConfigFinding>();
  for (const rule of RULES)
    for (const { at, message, suggestion, severity = rule.severity, fix = rule.fix } of rule.check(app)) {
      // A shared file is wrong once, on however many pages it is used.
      const key = `${rule.code} ${at.file}:${at.line}:${at.column}`;
      if (findings.has(key)) continue;
      const { code } = rule;
      findings.set(key, {
        ...at,
        severity,
        code,
        message,
        ...(suggestion !== undefined && { suggestion }),
        fix,
      });
    }
  return [...findings.values()].sort(inFileOrder);
}

function inFileOrder(a: ConfigFinding, b: ConfigFinding): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}

function settingsIn(dir: string): string {
  const file = join(dir, 'tandem.yaml');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
