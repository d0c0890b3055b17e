import type { LooseMessage } from './loose-message.ts';

interface MessageData {
  varId: number;
  value: unknown;
  properties?: Record<string, unknown>;
  code: string;
  description: string;
}

type Create = [path: string, properties?: Record<string, string>];

/** What a browser holds of a session: values, properties and errors by variable. */
export interface Page {
  values: Map<number, unknown>;
  properties: Map<number, Record<string, unknown>>;
  errors: Map<number, { code: string; description: string }>;
  /** Errors about no variable. */
  general: { code: string; description: string }[];
  heard: LooseMessage[];
  hear(messages: LooseMessage[], sequence?: number): void;
  /** The last that was heard, as the page says with what it sends. */
  seen: number;
  send(messages: LooseMessage[]): Promise<void>;
  /** Make a variable and answer its id. */
  create(parentId: number, ...create: Create): Promise<number>;
  createAll(parentId: number, creates: Create[]): Promise<number[]>;
  update(varId: number, value: unknown): Promise<void>;
  /** What was heard since the last call. */
  take(): LooseMessage[];
}

export function createPage(post: (messages: LooseMessage[], seen: number) => Promise<void>): Page {
  const send = (messages: LooseMessage[]) => post(messages, page.seen);
  let last = 1;
  const page: Page = {
    values: new Map(),
    properties: new Map(),
    errors: new Map(),
    general: [],
    heard: [],
    seen: 0,
    hear(messages, sequence = page.seen) {
      page.seen = sequence;
      for (const message of messages) {
        page.heard.push(message);
        const { varId, value, properties, code, description } = message.data as unknown as MessageData;
        if (message.type === 'error' && varId === undefined) page.general.push({ code, description });
        else if (message.type === 'error') page.errors.set(varId, { code, description });
        else {
          page.errors.delete(varId);
          if (Object.hasOwn(message.data, 'value')) page.values.set(varId, value);
          page.properties.set(varId, {
            ...page.properties.get(varId),
            ...properties,
          });
        }
      }
    },
    send,
    async create(parentId, ...create) {
      const [id = 0] = await page.createAll(parentId, [create]);
      return id;
    },
    async createAll(parentId, creates) {
      const messages = creates.map(([path, properties]): LooseMessage => {
        last++;
        return { type: 'create', data: { id: last, parentId, properties: { path, ...properties } } };
      });
      await send(messages);
      return messages.map(({ data }) => data.id as number);
    },
    async update(varId, value) {
      page.values.set(varId, value);
      await send([{ type: 'update', data: { varId, value } }]);
    },
    take: () => page.heard.splice(0),
  };
  return page;
}
