import type { ReplicaState } from '../../protocol/replica-state.ts';
import type { AppSession } from '../bridge/app-session.ts';
import { screenOf } from '../bridge/create-lowdefy.ts';
import { itemNames } from '../bridge/item-names.ts';
import { eachBlock } from '../bridge/locate-block.ts';
import { readPageConfig } from '../bridge/page-config.ts';
import { pageTitle } from '../bridge/page-title.ts';
import { isExcluded } from '../bridge/to-snapshot.ts';
import { stripPage } from './strip-page.ts';

/** The session's page for the real client. `knownVisit` is one whose configuration the reader already has. */
export async function toReplica(session: AppSession, knownVisit?: number): Promise<ReplicaState | undefined> {
  if (session.history.length === 0) return undefined;
  const { app, context, lowdefy, visit, visitNumber, settings, page, recorder } = session;
  const { serialize } = app.packages.helpers.serializer;
  const all = [...eachBlock(session.tree())].map(({ tree }) => tree);
  const idsOf = (isWanted: (tree: (typeof all)[number]) => boolean) =>
    all.filter(isWanted).map(({ block }) => block.blockId);
  const { open, active, gone } = page.ui;
  return {
    visit: visitNumber,
    pageId: visit.pageId,
    urlQuery: visit.urlQuery,
    title: pageTitle(session) ?? visit.pageId,
    ...(knownVisit !== visitNumber && { page: await toPage(session) }),
    state: serialize(context.state),
    global: serialize(lowdefy.lowdefyGlobal),
    requests: serialize(latestRequests(session)),
    endpoints: serialize(latestEndpoints(session)),
    input: serialize(lowdefy.inputs[context.id] ?? {}),
    ui: { open: { ...open }, active: { ...active }, gone: { ...gone } },
    validated: idsOf(({ block }) => block.showValidation === true),
    lists: Object.fromEntries(
      all
        .filter(({ block }) => block.meta.category === 'list')
        .map((tree) => [tree.block.blockId, itemNames(tree)]),
    ),
    hidden: idsOf(({ block }) => isExcluded(block.blockId, settings)),
    notices: recorder.notices.map(({ params, ...notice }) => ({
      ...notice,
      params: serialize(params) as Record<string, unknown>,
    })),
    screen: screenOf(lowdefy),
  };
}

/** What the stock client would get, and less. */
async function toPage({ app, lowdefy, visit }: AppSession): Promise<ReplicaState['page']> {
  const { user } = lowdefy;
  const { api, helpers } = app.packages;
  const rootConfig = await api.getRootConfig(app.createApiContext(user));
  const config = await readPageConfig(app, user, visit.pageId);
  return {
    pageConfig: stripPage(helpers.serializer.serialize(config) as Record<string, unknown>),
    rootConfig: helpers.serializer.serialize(rootConfig) as Record<string, unknown>,
    user,
  };
}

function latestRequests({ context }: AppSession): Record<string, object[]> {
  return Object.fromEntries(
    Object.entries(context.requests).flatMap(([id, [latest]]) => {
      if (!latest) return [];
      const { response, loading, error, holdValue } = latest;
      const message = error instanceof Error ? error.message : error === undefined ? undefined : 'It failed.';
      return [
        [
          id,
          [
            {
              requestId: id,
              response,
              loading,
              holdValue,
              ...(message !== undefined && { error: new Error(message) }),
            },
          ],
        ],
      ];
    }),
  );
}

function latestEndpoints({ lowdefy }: AppSession): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lowdefy.apiResponses).map(([id, all]) => [id, Array.isArray(all) ? all.slice(0, 1) : []]),
  );
}
