import type { AppSession } from '../bridge/app-session.ts';
import { toSnapshot } from '../bridge/to-snapshot.ts';
import { type PageOutput, toPageData, type WantedOutput, withRows } from '../named/page-output.ts';
import { shownRequests } from './shown-state.ts';

/** The data that a page shows, as far as an agent may see it; what its requests returned if it shows none. */
export function shownData(session: AppSession, wanted: WantedOutput): PageOutput {
  const page = toSnapshot(session.tree(), session.page.ui, session.settings);
  const warnings = new Set<string>();
  const { mcpOutputs } = session.app.packages;
  const data = page ? toPageData(page, wanted, { mcpOutputs, warnings }) : {};
  const isEmpty = Object.keys(data).length === 0;
  const responses = isEmpty ? Object.entries(shownRequests(session)) : [];
  return {
    pageId: session.visit.pageId,
    data,
    ...(responses.length > 0 && {
      requests: Object.fromEntries(
        responses.map(([id, response]) => [id, withRows(toRows(response), wanted)]),
      ),
    }),
    warnings: [...warnings],
  };
}

/** With a total, as in tables. */
function toRows(response: unknown): unknown {
  return Array.isArray(response) ? { rows: response } : response;
}
