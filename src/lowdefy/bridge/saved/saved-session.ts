import { decodeJson, encodeJson } from '../../../lib/json-codec.ts';
import type { App } from '../../app/app.ts';
import { AppSession } from '../app-session.ts';
import type { KeptSiders } from '../components/kept-siders.ts';
import { keptSearches } from '../components/recent-searches.ts';
import type { KeptSearches } from '../components/search-results.ts';
import { darkModeOf, restoreDarkMode } from '../dark-mode.ts';
import { openablePages } from '../page-config.ts';
import type { Visit } from './visit.ts';
import type { SavedVisit } from './visited-pages.ts';

/** What a session leaves behind, to go on from in another process. */
interface Saved {
  buildId: string;
  history: Visit[];
  global: Record<string, unknown>;
  inputs: Record<string, Record<string, unknown>>;
  apiResponses: Record<string, unknown>;
  /** What was chosen of light and dark. */
  darkMode?: string | undefined;
  /** Siders of pages that were folded or unfolded. */
  siders?: KeptSiders;
  /** Recent searches. */
  searches?: KeptSearches;
  pages: Record<string, SavedVisit>;
}

/** Plain JSON. Also the moment in which contexts of pages left long ago are dropped: they are saved now. */
export function saveSession(session: AppSession): Record<string, unknown> {
  const { lowdefy, history } = session;
  const saved: Saved = {
    buildId: session.app.buildId,
    history,
    global: lowdefy.lowdefyGlobal,
    inputs: lowdefy.inputs,
    apiResponses: lowdefy.apiResponses,
    darkMode: darkModeOf(lowdefy),
    siders: lowdefy._internal.siders as KeptSiders,
    searches: keptSearches(lowdefy),
    pages: session.visited.save(history.at(-1)?.pageId, session.isAtRest),
  };
  return encodeJson(saved) as Record<string, unknown>;
}

export interface Restored {
  /** With what is lost of the page it is on, and the pages that are gone; of other pages when it goes there. */
  session: AppSession;
  /** The app was built anew since. */
  changed: boolean;
}

/** A session as it was, on the app as it is now. Only the page that it is on is made again. */
export async function restoreSession(
  app: App,
  user: Record<string, unknown> | null,
  data: Record<string, unknown>,
  onStep?: () => void,
): Promise<Restored> {
  const session = await AppSession.create(app, user, onStep);
  if (Object.keys(data).length === 0) return { session, changed: false };
  const saved = decodeJson(data) as Saved;
  const { lowdefy, visited } = session;
  lowdefy.lowdefyGlobal = saved.global;
  lowdefy.inputs = saved.inputs;
  lowdefy.apiResponses = saved.apiResponses;
  restoreDarkMode(lowdefy, saved.darkMode);
  Object.assign(lowdefy._internal.siders as KeptSiders, saved.siders);
  Object.assign(keptSearches(lowdefy), saved.searches);
  const openable = openablePages(app, user);
  for (const [pageId, page] of Object.entries(saved.pages))
    if (openable.has(pageId)) visited.add(pageId, page);
    else session.lost.push(`page "${pageId}" no longer exists, or this user may no longer open it`);
  session.history = saved.history.filter((visit) => visited.has(visit.pageId));
  if (session.history.length > 0) await session.resume();
  return { session, changed: saved.buildId !== app.buildId };
}
