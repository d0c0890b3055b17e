import type { InFlight } from './in-flight.ts';
import type { Recorder } from './recorder.ts';

type Action = (call: { params?: unknown }) => unknown;

/** What only a browser can do; the chain goes on without it. */
const BROWSER_ONLY: Record<string, string> = {
  CopyToClipboard: 'there is no clipboard',
  DownloadCsv: 'there is nobody to take the file',
  PdfMake: 'there is nobody to take the file',
  GeolocationCurrentPosition: 'there is no position',
  ScrollTo: 'there is no window to scroll',
  SetFocus: 'there is nothing to focus',
  SetDarkMode: 'there is no theme to switch',
  Login: 'sign-in happens outside the app',
  Logout: 'sign-in happens outside the app',
  UpdateSession: 'sign-in happens outside the app',
};

/** The app's actions, each counted while it runs; those that need a browser only say so. */
export function toHeadlessActions(
  actions: Record<string, unknown>,
  recorder: Recorder,
  inFlight: InFlight,
): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const why = BROWSER_ONLY[name];
      if (why === undefined)
        return [name, (call: object) => inFlight.watch(name, () => (action as Action)(call))] as const;
      return [
        name,
        async () => {
          recorder.warn(`${name} was skipped: ${why}.`);
          return { warning: `${name} is not available without a browser.` };
        },
      ] as const;
    }),
  );
}
