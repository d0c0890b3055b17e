import { bundleClient, type ClientBundle } from './bundle-client.ts';
import type { ClientSource } from './client-source.ts';
import { stampOf } from './stamp-of.ts';

interface Kept {
  source: ClientSource;
  bundle: Promise<ClientBundle>;
  isCurrent(): boolean;
}

/** The client parts of tools, each bundled on demand and again when one of its files has changed. */
export class ClientBundles {
  readonly #kept = new Map<string, Kept>();

  get(source: ClientSource): Promise<ClientBundle> {
    const before = this.#kept.get(source.plugin);
    if (before && before.source === source && before.isCurrent()) return before.bundle;
    let isCurrent = () => true;
    const started = stampOf([source.plugin]);
    const bundle = bundleClient(source);
    const kept: Kept = { source, bundle, isCurrent: () => isCurrent() };
    this.#kept.set(source.plugin, kept);
    bundle.then(
      ({ inputs }) => {
        const isOld = stampOf([source.plugin]) !== started;
        const stamp = stampOf(inputs);
        isCurrent = () => !isOld && stampOf(inputs) === stamp;
      },
      // The error may be in an imported file, and it is not known which files those are.
      () => {
        isCurrent = () => false;
      },
    );
    return bundle;
  }
}
