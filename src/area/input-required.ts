/** A request to the client in the middle of a call, in MCP's shapes: a form, a link, a sample, or its roots. */
export type InputRequest =
  | {
      method: 'elicitation/create';
      params: {
        mode?: 'form';
        message: string;
        requestedSchema: FlatSchema;
        _meta?: Record<string, unknown>;
      };
    }
  | { method: 'elicitation/create'; params: { mode: 'url'; message: string; url: string } }
  | { method: 'sampling/createMessage'; params: Record<string, unknown> }
  | { method: 'roots/list'; params?: Record<string, unknown> };

/** JSON Schema of an object whose properties are all primitive, as clients' forms can show it. */
export interface FlatSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  [extension: `x-${string}`]: unknown;
}

/** What a handler returns when it needs an answer. It is called again with the answers in `ctx.input`. */
export interface InputRequired {
  inputRequired: {
    requests: Record<string, InputRequest>;
    /** Returned in `ctx.input.state`. Sealed in transit: the client can neither read nor change it. */
    state?: unknown;
    /** Resolves when the requests are no longer needed, say because the person answered on the page. */
    settled?: (signal: AbortSignal) => Promise<unknown>;
    /** The client shows no questions: what it gets instead of the requests. */
    waiting?: Waiting;
  };
}

/** What a client gets that cannot show a question, or can no longer wait for its answer: a link, and an id for `ask_result`. */
export interface Waiting {
  status: 'waiting';
  askId: string;
  url?: string;
  message: string;
  /** Who is asked, if it is not the caller's own person. */
  waitsFor?: string;
}

export function isInputRequired(result: object): result is InputRequired {
  return 'inputRequired' in result;
}
