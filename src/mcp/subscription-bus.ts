import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Principal } from '../auth/principal.ts';
import type { ChangeHub, McpChange } from './change-hub.ts';

const KINDS = {
  tools: 'tools_list_changed',
  prompts: 'prompts_list_changed',
  resources: 'resources_list_changed',
} as const;

/**
 * Feeds the newer era's listen streams from the hub. The SDK subscribes while it serves a request;
 * who made that request decides which changes the stream may hear.
 */
export class SubscriptionBus implements ServerEventBus {
  readonly #caller = new AsyncLocalStorage<Principal>();
  readonly #hub: ChangeHub;
  #opening = 0;

  constructor(hub: ChangeHub) {
    this.#hub = hub;
  }

  /** Open a listen stream. Only for these, and no longer than it takes: while Node tracks contexts, every promise costs more. */
  async serve<T>(principal: Principal, work: () => Promise<T>): Promise<T> {
    this.#opening++;
    try {
      return await this.#caller.run(principal, work);
    } finally {
      if (--this.#opening === 0) this.#caller.disable();
    }
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const userId = this.#caller.getStore()?.userId;
    return this.#hub.subscribe((change) => {
      if (change.kind !== 'resource' || change.userId === undefined || change.userId === userId)
        listener(toEvent(change));
    });
  }

  publish(): void {
    throw new Error('Changes are published through the hub.');
  }
}

function toEvent(change: McpChange): ServerEvent {
  return change.kind === 'resource'
    ? { kind: 'resource_updated', uri: change.uri }
    : { kind: KINDS[change.kind] };
}
