/** A value as its block takes it. */
export interface Converted {
  value: unknown;
  /** The conversion, for the log; absent if the value was valid as it was. */
  converted?: string;
}
