import type { AreaServices, Resource } from '../../area/area.ts';
import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { completeFilter } from './complete-filter.ts';
import { mayUse } from './may-use.ts';
import type { NamedResource } from './named-resource.ts';
import { readResource } from './read-resource.ts';
import { baseOf, matchAddress, needsAddress, templateOf } from './resource-address.ts';
import type { ResourceUpdates } from './resource-updates.ts';

type Principal = RouteContext['principal'];

interface Around {
  apps: RunningApps;
  updates: ResourceUpdates;
  /** After the area has started. */
  sessions(): AreaServices['sessions'];
}

/** The resources of all served apps that a user may read: the pages, and data of pages. */
export async function resourcesFor(principal: Principal, around: Around): Promise<Resource[]> {
  const { updates } = around;
  return (await knownResources(around)).flatMap(({ app, known }) => {
    const readable = [...known].filter(([base, { query }]) => {
      const isAllowed = mayUse(query.auth, principal.user);
      updates.allow(principal.userId, base, isAllowed);
      return isAllowed;
    });
    return [
      pagesOf(app, around),
      ...readable.map(([base, one]) => toResource(one, { app, base, principal }, around)),
    ];
  });
}

/** All resources by their addresses; from then on their subscribers are notified. */
export async function knownResources({ apps, updates }: Pick<Around, 'apps' | 'updates'>) {
  const all = await Promise.all(apps.names.map(async (app) => ({ app, own: await apps.resourcesOf(app) })));
  const bases = all.flatMap(({ own }) => own.map((one) => baseOf(one)));
  return all.map(({ app, own }) => {
    // Of equal addresses all are changed, whoever asks.
    const toBase = (one: NamedResource) => {
      const base = baseOf(one);
      return bases.filter((other) => other === base).length > 1 ? baseOf(one, app) : base;
    };
    const known = new Map(own.map((one) => [toBase(one), one]));
    updates.know(app, known);
    return { app, known };
  });
}

/** The pages that a user may open, with their place in the menus, and the endpoints. */
function pagesOf(app: string, { apps }: Around): Resource {
  const isOnly = apps.names.length === 1;
  return {
    uri: isOnly ? 'lowdefy://pages' : `lowdefy://${encodeURIComponent(app)}/pages`,
    name: isOnly ? 'pages' : `${app}_pages`,
    description: `Pages and menus of ${isOnly ? 'the app' : `the app "${app}"`}`,
    mimeType: 'application/json',
    async read(uri, _variables, { principal }) {
      const runner = await apps.of({ data: { app } }, 'get_pages');
      return [toJson(uri, await runner.pages(principal.user))];
    },
  };
}

function toResource(
  resource: NamedResource,
  { app, base, principal }: { app: string; base: string; principal: Principal },
  around: Around,
): Resource {
  const { apps, updates } = around;
  const uriTemplate = templateOf(resource, base);
  const completers = resource.query.fields
    .filter(({ options }) => options !== undefined)
    .map((field) => {
      const complete = (value: string) =>
        completeFilter(resource, field, value, { principal, sessions: around.sessions(), app }, apps);
      return [field.path, complete] as const;
    });
  return {
    ...(!needsAddress(resource) && { uri: base }),
    ...(uriTemplate !== undefined && { uriTemplate }),
    name: resource.name,
    title: resource.query.title,
    description: resource.description,
    mimeType: 'application/json',
    match: (uri) => matchAddress(base, uri),
    complete: Object.fromEntries(completers),
    async read(uri, values, { sessions, signal }) {
      if (uri === base && needsAddress(resource))
        throw new TandemError('invalid_input', `This resource needs an address: ${uriTemplate}`);
      updates.seen(uri, base);
      return [toJson(uri, await readResource(resource, values, { principal, sessions, signal, app }, apps))];
    },
  };
}

function toJson(uri: string, value: unknown) {
  return { uri, mimeType: 'application/json', text: JSON.stringify(value) };
}
