import type { ToolAnnotations } from '../../area/tool.ts';

/** Who may use a page or endpoint, as built. */
export interface NamedAuth {
  public: boolean;
  roles?: string[];
}

/** An event that a person triggers: a click on a button, or the OK of a dialog. */
export interface FormTrigger {
  blockId: string;
  event: string;
}

/** What tools take besides their fields. */
export type Control = 'sessionId' | 'urlQuery' | 'input' | 'offset' | 'limit' | 'fields' | 'reason';

/** Under which argument a tool takes each of them; a field of the same name comes first. */
export type Controls = Partial<Record<Control, string>>;

/** A tool made from a page or endpoint of the app. Plain data: listing needs no running engine. */
export interface NamedTool {
  kind: 'form' | 'query' | 'options' | 'endpoint';
  name: string;
  title: string;
  description: string;
  /** An object without additional properties. */
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations: ToolAnnotations;
  auth: NamedAuth;
  /** Of forms, queries and options. */
  pageId?: string;
  endpointId?: string;
  /** What submits a form, or starts a search. */
  submit?: FormTrigger;
  /** Events that open the dialog with the form, from the outside in. */
  openers?: FormTrigger[];
  /** What opens the confirmation that `submit` accepts, once the form is filled in. */
  ask?: FormTrigger;
  /** A person must approve each call; a text is what they are told. */
  confirm?: boolean | string;
  /** Of queries: the blocks whose data is returned; if there are none, the responses of requests are. */
  shows?: string[];
  /** Under which arguments it takes the session and the page's address. */
  controls: Controls;
  /** What arguments set. */
  fields: NamedField[];
}

/** An argument of a tool, and the block it sets. */
export interface NamedField {
  /** Its key in the arguments: the `field` path or block id; in a list `lines.$.price`. */
  path: string;
  /** As built: `lines.$.price` in lists. */
  blockId: string;
  /** The type of the block. */
  type: string;
  /** It holds items, each with fields of its own. */
  isList?: boolean;
  options?: 'static' | 'request' | 'computed';
  /** Whether it is shown depends on something: its own `visible`, or that of a block around it. */
  conditional?: boolean;
}
