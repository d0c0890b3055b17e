import type { NamedUse } from '../app-model.ts';
import type { CheckedApp, Rule } from '../rule.ts';

export const duplicateId: Rule = {
  code: 'duplicate-id',
  severity: 'error',
  about: 'Two pages, connections, endpoints, requests of a page, or actions of an event have the same id.',
  fix: 'Give one of them another id.',
  stopsBuild: true,
  *check(app) {
    for (const { things, name } of groups(app)) {
      const seen = new Map<string, NamedUse>();
      for (const thing of things) {
        if (thing.id === undefined) continue;
        const first = seen.get(thing.id);
        if (!first) seen.set(thing.id, thing);
        else {
          const { file, line } = first.at;
          yield {
            at: thing.at,
            message: `There are two ${name} with the id "${thing.id}"; the first is in ${file}:${line}.`,
          };
        }
      }
    }
  },
};

function* groups(app: CheckedApp): Iterable<{ things: NamedUse[]; name: string }> {
  yield { things: app.pages, name: 'pages' };
  yield { things: app.connections, name: 'connections' };
  yield { things: app.endpoints, name: 'endpoints' };
  for (const { id, requests, blocks } of app.pages) {
    yield { things: requests, name: `requests on the page "${id}"` };
    for (const { events } of blocks)
      for (const { name, actions } of events) yield { things: actions, name: `actions in ${name}` };
  }
}
