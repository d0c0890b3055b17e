import { TandemError } from '../../errors.ts';
import type { Plugin, PluginClientRegistration } from './make-plugin.ts';

/** Which plugin answers for which tool. */
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

export function createPluginRegistryFrom(plugins: readonly Pick<Plugin, 'client'>[]): PluginRegistry {
  const registry = new PluginRegistry();
  for (const { client } of plugins) registry.register(client);
  return registry;
}
