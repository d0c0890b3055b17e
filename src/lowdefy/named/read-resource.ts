import type { AreaServices } from '../../area/area.ts';
import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { appCallSessions } from '../app-sessions.ts';
import type { Target } from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { type UsedApp, useApp } from '../session/use-app.ts';
import type { FormStep } from './form-steps.ts';
import type { NamedResource } from './named-resource.ts';
import { PageDriver } from './page-driver.ts';
import { checkParameters } from './resource-address.ts';
import { openQuery, type QueryLimits } from './run-query.ts';

/** Of each table or list. */
const MAX_ROWS = 1000;

/** Who reads, and where. */
export interface Reading {
  principal: RouteContext['principal'];
  sessions: AreaServices['sessions'];
  signal?: AbortSignal;
  app: string;
}

/** The data of a resource now, with the rights of the reader. */
export async function readResource(
  resource: NamedResource,
  values: Record<string, string>,
  reading: Reading,
  apps: RunningApps,
): Promise<unknown> {
  checkParameters(resource, values);
  return inOwnSession(resource.name, reading, apps, (used) =>
    read(resource, values, used, reading.sessions.limits),
  );
}

/** Work in a session that is closed afterwards, whatever comes of it. */
export async function inOwnSession<T>(
  name: string,
  { principal, sessions, signal, app }: Reading,
  apps: RunningApps,
  work: (used: UsedApp) => Promise<T>,
): Promise<T> {
  const own = { kind: appCallSessions.kind, name, data: { app } };
  const { sessionId } = await sessions.create(principal, own, signal);
  try {
    return await useApp({ principal, sessions, sessionId, ...(signal && { signal }) }, apps, work);
  } finally {
    await sessions.close(principal, sessionId);
  }
}

async function read(
  resource: NamedResource,
  values: Record<string, string>,
  used: UsedApp,
  limits: QueryLimits,
): Promise<unknown> {
  const { query, requests } = resource;
  const driver = new PageDriver(used, limits);
  const errors = await openQuery(
    query,
    { steps: stepsOf(resource, values), target: targetOf(resource, values) },
    driver,
  );
  if (errors)
    throw new TandemError('unavailable', `${resource.name}: ${Object.values(errors).flat().join(' ')}`);
  if (requests) {
    const all = (await used.state()).requests as Record<string, unknown>;
    return Object.fromEntries(requests.map((id) => [id, all[id] ?? null]));
  }
  const { data, requests: responses } = await used.output({
    limit: MAX_ROWS,
    ...(query.shows?.length && { blocks: query.shows }),
  });
  return responses ?? data;
}

function stepsOf({ query, parameters }: NamedResource, values: Record<string, string>): FormStep[] {
  return query.fields.flatMap(({ path, blockId }) => {
    const isFilter = parameters.some(({ name, from }) => name === path && from === 'filter');
    return isFilter && values[path] !== undefined ? [{ path, blockId, value: values[path] }] : [];
  });
}

function targetOf({ pageId, parameters }: NamedResource, values: Record<string, string>): Target {
  const part = (wanted: 'urlQuery' | 'input') => {
    const names = parameters.filter(({ name, from }) => from === wanted && values[name] !== undefined);
    return names.length > 0 ? Object.fromEntries(names.map(({ name }) => [name, values[name]])) : undefined;
  };
  const [urlQuery, input] = [part('urlQuery'), part('input')];
  return { pageId, ...(urlQuery && { urlQuery }), ...(input && { input }) };
}
