/** Properties of a variable: text by name. */
export type Properties = Record<string, string>;

/** A message of the variable protocol, as this page sends and hears it. */
export type Message =
  | { type: 'create'; data: { id: number; parentId: number; properties: Properties } }
  | { type: 'destroy' | 'watch' | 'unwatch'; data: { varId: number } }
  | { type: 'update'; data: { varId: number; value?: unknown; properties?: Properties } }
  | { type: 'error'; data: { varId?: number; code: string; description: string } };

/** What the page sends at once. */
export interface Frame {
  userEvent: boolean;
  messages: Message[];
}
