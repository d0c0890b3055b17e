/** The input of an action, and what must be true afterwards. */
export interface ActionCase {
  params?: unknown;
  /** Part of the line of the log. */
  log?: object;
  /** Part of the page's data. */
  state?: object;
}

export function actionCases(echo: string): Record<string, ActionCase> {
  return {
    CallAPI: {
      params: { endpointId: 'greet', payload: { name: 'Ann' } },
      log: { requestResults: [{ requestId: 'greet', success: true }] },
    },
    CallMethod: { params: { blockId: 'dialog', method: 'toggleOpen' } },
    CopyToClipboard: { params: { copy: 'x' }, log: { copied: 'x' } },
    DisplayMessage: { params: { content: 'Said aloud' }, log: { messages: ['Said aloud'] } },
    DownloadCsv: {
      params: { filename: 'a.csv', data: [{ a: 1 }], fields: ['a'] },
      log: { downloaded: { filename: 'a.csv', rows: [{ a: 1 }] } },
    },
    Fetch: { params: { url: `${echo}/fetched`, responseFunction: 'json' } },
    GeolocationCurrentPosition: {},
    Link: { params: { pageId: 'landing' }, log: { navigatedTo: 'landing' } },
    Login: { params: { providerId: 'none' } },
    Logout: {},
    PdfMake: { params: { docDefinition: { content: ['x'] } } },
    Request: { params: 'numbers', log: { requestResults: [{ requestId: 'numbers', success: true }] } },
    Reset: {},
    ResetValidation: {},
    ScrollTo: { params: { blockId: 'dialog' } },
    SetDarkMode: { params: { darkMode: 'dark' } },
    SetFocus: { params: { blockId: 'dialog' } },
    SetGlobal: { params: { word: 'set' } },
    SetState: { params: { mark: 'set' }, state: { mark: 'set' } },
    // Throwing is its purpose.
    Throw: {
      params: { throw: true, message: 'Stopped here' },
      log: { success: false, error: 'Stopped here' },
    },
    UpdateSession: {},
    Validate: {},
    Wait: { params: { ms: 1 } },
  };
}
