import type { AppSession } from '../app-session.ts';
import type { GestureSurroundings } from '../components/gesture-step.ts';
import { keptSearches } from '../components/recent-searches.ts';
import { searchDocuments } from '../components/search-index.ts';

type Link = (link: Record<string, unknown>) => void;
type Fetch = (url: string) => Promise<Response>;

/** What gestures can use of their session. */
export function gestureSurroundings(session: AppSession): GestureSurroundings {
  const { app, lowdefy, page } = session;
  const { link, globals } = lowdefy._internal as { link: Link; globals: { fetch: Fetch } };
  return {
    ui: page.ui,
    follow(target) {
      const isLink = ['pageId', 'url', 'href', 'home', 'back'].some((key) => Boolean(target[key]));
      if (isLink) link(target);
    },
    openWindow: (name, url) => session.recorder.note({ opened: { name, url } }),
    searches: keptSearches(lowdefy),
    search: (block, query) =>
      searchDocuments(app, block, query, async (url) => {
        const response = await globals.fetch(url);
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        return response.text();
      }),
  };
}
