/** Something that was sent, or was to be sent, to a client on a stream. */
export interface LoggedEvent {
  /** One of a kind among all instances. */
  stream: string;
  /** Higher than those before on the stream. */
  number: number;
  text: string;
}

/** The events of clients' streams, for a while: a client whose instance has died reads the rest at another one. */
export interface EventLog {
  /** An event that is there already stays as it is. */
  append(events: readonly LoggedEvent[]): Promise<void>;
  /** In the order of their numbers. */
  read(stream: string): Promise<LoggedEvent[]>;
  /** Deletes what is older, by the database's clock. */
  forget(olderThanMs: number): Promise<void>;
}
