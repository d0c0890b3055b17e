import type { AppSession } from '../bridge/app-session.ts';
import { toSnapshot } from '../bridge/to-snapshot.ts';
import {
  findUnknownFields,
  type PageOutput,
  toPageData,
  type WantedOutput,
  withRows,
} from '../named/page-output.ts';
import { shownRequests } from './shown-state.ts';

/** The data that a page shows, as far as an agent may see it; what its requests returned if it shows none. */
export function shownData(session: AppSession, wanted: WantedOutput): PageOutput {
  const page = toSnapshot(session.tree(), session.page.ui, session.settings);
  const warnings = new Set<string>();
  const { mcpOutputs } = session.app.packages;
  const data = page ? toPageData(page, wanted.blocks, { mcpOutputs, warnings }) : {};
  const requests = Object.keys(data).length === 0 ? mapValues(shownRequests(session), toRows) : {};
  const unknownFields = findUnknownFields(
    [...Object.values(data), ...Object.values(requests)],
    wanted.fields,
  );
  const cut = (output: unknown) => withRows(output, wanted);
  return {
    pageId: session.visit.pageId,
    data: mapValues(data, cut),
    ...(Object.keys(requests).length > 0 && { requests: mapValues(requests, cut) }),
    ...(unknownFields.length > 0 && { unknownFields }),
    warnings: [...warnings],
  };
}

function mapValues(
  all: Record<string, unknown>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]));
}

/** With a total, as in tables. */
function toRows(response: unknown): unknown {
  return Array.isArray(response) ? { rows: response } : response;
}
