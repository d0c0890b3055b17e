import { decodeJson, encodeJson } from '../../../lib/json-codec.ts';
import type { App } from '../../app/app.ts';
import { AppSession } from '../app-session.ts';
import type { KeptSiders } from '../components/kept-siders.ts';
import { keptSearches } from '../components/recent-searches.ts';
import type { KeptSearches } from '../components/search-results.ts';
import { screenOf, setScreen } from '../create-lowdefy.ts';
import { darkModeOf, restoreDarkMode } from '../dark-mode.ts';
import { openablePages } from '../page-config.ts';
import { damagedError } from './damaged-error.ts';
import type { Visit } from './visit.ts';
import type { SavedVisit } from './visited-pages.ts';

/** What a session saves, to continue in another process. */
interface Saved {
  buildId: string;
  history: Visit[];
  global: Record<string, unknown>;
  inputs: Record<string, Record<string, unknown>>;
  apiResponses: Record<string, unknown>;
  /** The choice of light or dark. */
  darkMode?: string | undefined;
  /** Missing in older files. */
  visitNumber?: number;
  /** The person's window, if a person opened the session. */
  screen?: { width: number; height: number };
  /** Siders of pages that were collapsed or expanded. */
  siders?: KeptSiders;
  /** Recent searches. */
  searches?: KeptSearches;
  pages: Record<string, SavedVisit>;
}

/** Plain JSON. This is also when contexts of pages left long ago are dropped, since they are saved now. */
export function saveSession(session: AppSession): Record<string, unknown> {
  const { lowdefy, history } = session;
  const saved: Saved = {
    buildId: session.app.buildId,
    history,
    global: lowdefy.lowdefyGlobal,
    inputs: lowdefy.inputs,
    apiResponses: lowdefy.apiResponses,
    darkMode: darkModeOf(lowdefy),
    visitNumber: session.visitNumber,
    screen: screenOf(lowdefy),
    siders: lowdefy._internal.siders as KeptSiders,
    searches: keptSearches(lowdefy),
    pages: session.visited.save(history.at(-1)?.pageId, session.isAtRest),
  };
  return encodeJson(saved) as Record<string, unknown>;
}

export interface Restored {
  /** With what is lost on its current page, and pages that no longer exist; for other pages when it goes there. */
  session: AppSession;
  /** The app was rebuilt since. */
  changed: boolean;
}

/** A session as it was, on the current app. Only its current page is recreated. */
export async function restoreSession(
  app: App,
  user: Record<string, unknown> | null,
  data: Record<string, unknown>,
  onStep?: () => void,
): Promise<Restored> {
  const session = await AppSession.create(app, user, onStep);
  if (Object.keys(data).length === 0) return { session, changed: false };
  try {
    return { session, changed: (await fill(session, app, user, data)).buildId !== app.buildId };
  } catch (error) {
    throw damagedError(error) ?? error;
  }
}

async function fill(
  session: AppSession,
  app: App,
  user: Record<string, unknown> | null,
  data: Record<string, unknown>,
): Promise<Saved> {
  const saved = decodeJson(data) as Saved;
  const { lowdefy, visited } = session;
  lowdefy.lowdefyGlobal = saved.global;
  lowdefy.inputs = saved.inputs;
  lowdefy.apiResponses = saved.apiResponses;
  restoreDarkMode(lowdefy, saved.darkMode);
  session.visitNumber = saved.visitNumber ?? 0;
  if (saved.screen) setScreen(lowdefy, saved.screen);
  Object.assign(lowdefy._internal.siders as KeptSiders, saved.siders);
  Object.assign(keptSearches(lowdefy), saved.searches);
  const openable = openablePages(app, user);
  for (const [pageId, page] of Object.entries(saved.pages))
    if (openable.has(pageId)) visited.add(pageId, page);
    else session.lost.push(`page "${pageId}" no longer exists, or this user may no longer open it`);
  session.history = saved.history.filter((visit) => visited.has(visit.pageId));
  if (session.history.length > 0) await session.resume();
  return saved;
}
