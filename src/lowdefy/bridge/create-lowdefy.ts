import type { App } from '../app/app.ts';
import type { Lowdefy } from '../engine/engine-types.ts';
import { toHeadlessActions } from './browser-actions.ts';
import { createDarkModeWindow, isFixed } from './dark-mode.ts';
import { type EndpointResult, toEndpointError } from './endpoint-result.ts';
import { afterDrawing, type InFlight } from './in-flight.ts';
import type { Progress } from './progress.ts';
import type { Recorder } from './recorder.ts';
import type { Visit } from './saved/visit.ts';
import { toShownResponse } from './shown-response.ts';

export interface LinkTarget {
  pageId: string;
  urlQuery: string;
  setInput(): void;
  /** Requested by the agent: a new visit, even of the current page. Links of the app are not. */
  isVisit?: boolean;
}

interface Surroundings {
  app: App;
  user: Record<string, unknown> | null;
  recorder: Recorder;
  inFlight: InFlight;
  progress: Progress;
  /** The app asked to navigate; it happens when the action is over. */
  onLink(target: LinkTarget | 'back'): void;
  /** The engine has evaluated this block to something else, during an event or not. */
  onUpdate(id: string): void;
  /** Throws if a person must approve it first. */
  checkCall(call: { pageId?: string; requestId?: string; endpointId?: string }): void;
}

/** Longer than people wait in front of a page. */
const ANSWER_MS = 60_000;

/** A wide desktop window, the size that shows everything. A person who opens the session has another one. */
const WINDOW = { innerWidth: 1920, innerHeight: 1080 };

type SameOriginLink = { pathname: string; query: string; setInput(): void };

/** The object that stands for the browser: everything the engine reads, backed by the session instead of a window. */
export async function createLowdefy(around: Surroundings): Promise<Lowdefy> {
  const { app, user, recorder, inFlight } = around;
  const { packages } = app;
  const { deserialize } = packages.helpers.serializer;
  const root = await packages.api.getRootConfig(app.createApiContext(user));
  const blocks = Object.fromEntries(
    Object.entries(packages.blockMetas).map(([type, meta]) => [type, { meta }]),
  );
  const themes: Record<string, Record<string, unknown>> = {};
  const look = createDarkModeWindow(root.theme?.darkMode, noteDarkMode);
  const lowdefy: Lowdefy = {
    contexts: {},
    inputs: {},
    apiResponses: {},
    get theme() {
      return toTheme(root.theme ?? {}, look.__lowdefy_isDark);
    },
    basePath: '',
    home: root.home,
    menus: root.menus,
    lowdefyGlobal: packages.helpers.serializer.copy(root.lowdefyGlobal),
    pageId: null,
    user,
    _internal: {
      actions: toHeadlessActions(packages.actions, around),
      operators: packages.clientOperators,
      blockComponents: blocks,
      blockMetas: packages.blockMetas,
      callRequest: (call: { requestId: string }) =>
        inFlight.track(`request ${call.requestId}`, () => callRequest(call)),
      callAPI: (call: { endpointId: string }) =>
        inFlight.track(`endpoint ${call.endpointId}`, () => callEndpoint(call)),
      displayMessage: (params: { content?: unknown; status?: string }) => {
        if (params.status === 'loading') return () => {};
        recorder.message(String(params.content));
        recorder.notice({ ...params });
        return () => {};
      },
      updateBlock: (id: string) => around.onUpdate(id),
      globals: {
        window: Object.assign(look, WINDOW, { location: toLocation('/', '') }),
        document: null,
        fetch: (url: string, init?: RequestInit) =>
          inFlight.track('fetch', () => fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })),
      },
      auth: { login: async () => {}, logout: async () => {}, updateSession: async () => {} },
      components: {},
      siders: {},
      searches: {},
      logger: { error: (error: unknown) => app.log.debug('app', String(error)) },
      handleError: (error: unknown) => app.log.debug('app', String(error)),
    },
  };
  const createLink = packages.engine.createLink as (links: object) => unknown;
  lowdefy._internal.link = createLink({
    lowdefy,
    backLink: () => around.onLink('back'),
    disabledLink: () => recorder.warn('The link is disabled.'),
    newOriginLink: ({ url, href }: { url?: string; href?: string }) =>
      recorder.warn(`The app links to ${url ?? href}, outside the app. It was not opened.`),
    noLink: () => {
      throw new Error('Invalid Link.');
    },
    sameOriginLink: ({ pathname, query, setInput }: SameOriginLink) => {
      const pageId = pathname.slice(1) || lowdefy.home.pageId;
      if (pageId) around.onLink({ pageId, urlQuery: query, setInput });
      else recorder.warn('The app has no home page that this user may open.');
    },
  });
  return lowdefy;

  function toTheme(theme: Record<string, unknown>, isDark: boolean): Record<string, unknown> {
    if (!app.themeTokens) return theme;
    const mode = isDark ? 'dark' : 'light';
    themes[mode] ??= { ...theme, _resolvedAntdToken: app.themeTokens(theme.antd, isDark) };
    return themes[mode];
  }

  function noteDarkMode(choice: string): void {
    recorder.note({ darkMode: choice });
    const { darkMode: fixed } = root.theme ?? {};
    if (isFixed(fixed)) recorder.warn(`The app is always ${fixed} (theme.darkMode).`);
  }

  async function callEndpoint(call: { endpointId: string }): Promise<EndpointResult> {
    const { endpointId } = call;
    const { callEndpoint: work } = packages.api;
    if (!work) throw new Error('This version of Lowdefy has no endpoints.');
    const took = stopwatch();
    try {
      around.checkCall({ endpointId });
      const calling = work(app.createApiContext(user), call) as Promise<EndpointResult>;
      const result = await inTime(calling, `Endpoint "${endpointId}"`);
      const { success, response, error } = result;
      recorder.request(
        success
          ? { requestId: endpointId, success, response: toShownResponse(deserialize(response)) }
          : { requestId: endpointId, success, error: toEndpointError(error, endpointId) },
        took(),
      );
      return result;
    } catch (error) {
      recorder.request({ requestId: endpointId, success: false, error: (error as Error).message }, took());
      throw error;
    }
  }

  async function callRequest(call: { requestId: string; pageId?: string }): Promise<unknown> {
    const { requestId } = call;
    const took = stopwatch();
    try {
      around.checkCall(call);
      const result = await inTime(
        packages.api.callRequest(app.createApiContext(user), call),
        `Request "${requestId}"`,
      );
      await afterDrawing();
      recorder.request({ requestId, success: true, response: toShownResponse(result.response) }, took());
      return result;
    } catch (error) {
      await afterDrawing();
      recorder.request({ requestId, success: false, error: (error as Error).message }, took());
      throw error;
    }
  }
}

/** How many milliseconds have passed since now. */
function stopwatch(): () => number {
  const began = performance.now();
  return () => Math.round(performance.now() - began);
}

/** A database or service that never responds must not block the session forever. */
async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const why = `${what} timed out after ${ANSWER_MS / 1000} s. It may still be running; check before you repeat it.`;
    timer = setTimeout(() => reject(new Error(why)), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The window that the app sees. */
export function screenOf(lowdefy: Lowdefy): { width: number; height: number } {
  const { window } = lowdefy._internal.globals as { window: typeof WINDOW };
  return { width: window.innerWidth, height: window.innerHeight };
}

export function setScreen(lowdefy: Lowdefy, { width, height }: { width: number; height: number }): void {
  const { window } = lowdefy._internal.globals as { window: typeof WINDOW };
  Object.assign(window, { innerWidth: width, innerHeight: height });
}

/** The address that the app reads; it must be the page's own before the page is evaluated. */
export function standOn(lowdefy: Lowdefy, { pageId, urlQuery }: Visit): void {
  const { window } = lowdefy._internal.globals as { window: { location: object } };
  window.location = toLocation(`/${pageId}`, urlQuery);
  lowdefy.pageId = pageId;
}

/** What `_location` and `_url_query` read. */
function toLocation(pathname: string, query: string): Record<string, string> {
  const search = query ? `?${query}` : '';
  const origin = 'http://localhost';
  return {
    origin,
    protocol: 'http:',
    host: 'localhost',
    hostname: 'localhost',
    port: '',
    pathname,
    search,
    hash: '',
    href: `${origin}${pathname}${search}`,
  };
}
