import type { RunningApps } from '../runner/running-apps.ts';
import type { NamedResource } from './named-resource.ts';
import type { NamedField } from './named-tool.ts';
import { inOwnSession, type Reading } from './read-resource.ts';
import { runOptions } from './run-options.ts';

/** The values of a filter whose label or value contains what was typed. */
export async function completeFilter(
  { name, query, pageId }: NamedResource,
  { path }: NamedField,
  typed: string,
  reading: Reading,
  apps: RunningApps,
): Promise<string[]> {
  const call = { field: path, query: typed.slice(0, 200), target: { pageId }, isOwnSession: true };
  const { options } = await inOwnSession(name, reading, apps, (used) => runOptions(query, call, used));
  return options.map(({ value }) => String(value));
}
