/** A process that serves, as the others reach it: `http://10.0.0.3:8000`. */
export interface Instance {
  id: string;
  url: string;
  /** Aborted when it is dead or has left; only of others, in this process. */
  gone?: AbortSignal;
}

/** Which instance has what can only be in one place, such as a virtual machine in memory. */
export interface Home {
  instance: Instance;
  /** What the home before left for the next one. */
  note: string;
}

/**
 * The instances that share a store, and which of them is the home of what. All times are the database's own, so that
 * the clocks of instances need not agree.
 */
export interface InstanceStore {
  /** Keeps an instance alive for another `forMs`. Returns the others that are alive. */
  beat(self: Instance, forMs: number): Promise<Instance[]>;
  /** Ends an instance. What it was the home of is free. */
  leave(id: string): Promise<void>;
  /** The home of this name. If no living instance is its home, `self` becomes it. */
  takeHome(name: string, self: Instance): Promise<Home>;
  /** Leaves a note for the next home, while `id` is the home. */
  noteHome(name: string, id: string, note: string): Promise<void>;
}
