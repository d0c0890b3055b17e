import { actionSchema } from '../../dist/lowdefy/bridge/actions/action.js';
import { performAction } from '../../dist/lowdefy/bridge/actions/perform-action.js';
import { AppSession } from '../../dist/lowdefy/bridge/app-session.js';
import { eachBlock } from '../../dist/lowdefy/bridge/locate-block.js';
import { restoreSession, saveSession } from '../../dist/lowdefy/bridge/saved/saved-session.js';
import { toSnapshot } from '../../dist/lowdefy/bridge/to-snapshot.js';
import { renderPage } from '../../dist/lowdefy/render/render-page.js';
import { seeView } from '../sight/see-view.mjs';
import { toActions } from './to-actions.mjs';

/** The bridge, used through the actions of `interact`. */
export function openBridgeSide() {
  let session;
  let app;
  return {
    async start({ copy, user, pageId, urlQuery = '' }) {
      app = copy.app;
      session = await AppSession.create(app, user);
      session.recorder.begin({ action: 'navigate', pageId });
      const log = await session.navigate({ pageId, urlQuery });
      return observe([session.recorder.end(), ...log]);
    },
    /** As a client would: what fails is told in the log, and what no person could do is refused. */
    async step(step) {
      const actions = toActions(session, step);
      if (actions === 'restart') {
        const data = JSON.parse(JSON.stringify(saveSession(session)));
        session = (await restoreSession(app, session.lowdefy.user, data)).session;
        return observe([]);
      }
      if (typeof actions === 'string') return { ...observe([]), refused: actions };
      const log = [];
      for (const action of actions) log.push(...(await performAction(session, actionSchema.parse(action))));
      const refused = log[0] && !log[0].success && isRefusal(log[0]) ? log[0].error : undefined;
      return { ...observe(log), refused };
    },
    get session() {
      return session;
    },
  };

  function observe(log) {
    const { context, lowdefy, visit } = session;
    const { serializer } = app.packages.helpers;
    const block = toSnapshot(session.tree(), session.page.ui, session.settings);
    const { view } = block
      ? renderPage({
          title: String(block.properties.title ?? visit.pageId),
          pageId: visit.pageId,
          blocks: [block],
          menus: lowdefy.menus,
          mcpRenders: {},
        })
      : { view: { nodes: [] } };
    const types = new Map(
      [...eachBlock(session.tree())].map(({ tree }) => [tree.block.blockId, tree.block.type]),
    );
    return {
      pageId: visit.pageId,
      query: visit.urlQuery,
      state: serializer.serialize(context.state),
      global: serializer.serialize(lowdefy.lowdefyGlobal),
      seen: seeView(view, types),
      messages: log.flatMap((item) => item.messages ?? []),
      told: log.flatMap((item) => [item, ...(item.requestResults ?? [])].flatMap(({ error }) => error ?? [])),
      log,
    };
  }
}

/** An event that ran and failed is no refusal. */
function isRefusal({ error = '', requestResults }) {
  if (requestResults) return false;
  return REFUSALS.test(error);
}

const REFUSALS =
  /could not|is closed|is disabled|not found|has no (event|option|page|button|region|method)|takes |cannot be chosen|no item|is loading|is read-only|behind|There is no|needs the payload|has \d+ pages|needs an item|its items are|approval|is not open|has a fixed page size|only by the app's own events|no selectable/;
