import type { InFlight } from './in-flight.ts';
import type { Progress } from './progress.ts';
import type { LogItem, Recorder } from './recorder.ts';

type Action = (call: { params?: unknown }) => unknown;

/** What only a browser can do; the chain continues without it. */
const BROWSER_ONLY: Record<string, string> = {
  PdfMake: 'there is no browser to receive the file',
  GeolocationCurrentPosition: 'no position is available',
  Login: 'sign-in happens outside the app',
  Logout: 'sign-in happens outside the app',
  UpdateSession: 'sign-in happens outside the app',
};

/** What the app gets from a browser whose user also refuses. */
const ANSWERS: Record<string, object> = {
  GeolocationCurrentPosition: { code: 1, error: 'PERMISSION_DENIED', message: 'User denied Geolocation' },
};

/** Actions that matter only to someone who sees part of a page. */
const ON_SCREEN = new Set(['ScrollTo', 'SetFocus']);

/** What leaves the page for the person's own machine; agents read it in the log. */
const GIVEN: Record<string, (params: Record<string, unknown>) => Partial<LogItem>> = {
  CopyToClipboard: ({ copy }) => ({ copied: copy }),
  DownloadCsv: ({ filename = 'file.csv', data }) => {
    const rows: unknown[] = Array.isArray(data) ? data : [];
    return { downloaded: { filename, total: rows.length, rows: rows.slice(0, MAX_ROWS) } };
  },
};

const MAX_ROWS = 50;

/** The app's actions, each counted while it runs; those that need a browser only say so. */
export function toHeadlessActions(
  actions: Record<string, unknown>,
  { recorder, inFlight, progress }: { recorder: Recorder; inFlight: InFlight; progress: Progress },
): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const work = toHeadless(name, action as Action);
      const step: Action = (call) => {
        progress.step();
        return work(call);
      };
      return [name, step];
    }),
  );

  function toHeadless(name: string, action: Action): Action {
    const why = BROWSER_ONLY[name];
    const given = GIVEN[name];
    if (ON_SCREEN.has(name)) return async () => {};
    if (given) return async ({ params }) => recorder.note(given((params ?? {}) as Record<string, unknown>));
    if (why === undefined) return (call) => inFlight.watch(name, () => action(call));
    return async () => {
      recorder.warn(`${name} was skipped: ${why}.`);
      return ANSWERS[name] ?? { warning: `${name} is not available without a browser.` };
    };
  }
}
