import { TandemError } from '../../errors.ts';
import type { Plugin, PluginClientRegistration } from './make-plugin.ts';

/** The plugins of a page, by the name of their tool. */
export class PluginRegistry {
  readonly #plugins = new Map<string, PluginClientRegistration>();

  register(plugin: PluginClientRegistration): void {
    if (this.#plugins.has(plugin.toolName))
      throw new TandemError(
        'conflict',
        `A plugin for "${plugin.toolName}" is already registered. Register one per tool.`,
      );
    this.#plugins.set(plugin.toolName, plugin);
  }

  get(toolName: string): PluginClientRegistration | undefined {
    return this.#plugins.get(toolName);
  }

  has(toolName: string): boolean {
    return this.#plugins.has(toolName);
  }

  get toolNames(): string[] {
    return [...this.#plugins.keys()];
  }

  get size(): number {
    return this.#plugins.size;
  }
}

/**
 * A registry of these plugins. Throws if two are for the same tool.
 *
 * @example
 * ```ts
 * import { createPluginRegistryFrom, type Plugin } from 'tandem-mcp/ask/client';
 *
 * export function findPlugin(all: Pick<Plugin, 'client'>[], toolName: string) {
 *   return createPluginRegistryFrom(all).get(toolName);
 * }
 * ```
 */
export function createPluginRegistryFrom(plugins: readonly Pick<Plugin, 'client'>[]): PluginRegistry {
  const registry = new PluginRegistry();
  for (const { client } of plugins) registry.register(client);
  return registry;
}
