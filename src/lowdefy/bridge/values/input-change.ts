/** One thing that a person does to an input: its new value, if any, and the events that report it. */
export interface InputChange {
  value?: unknown;
  events: { name: string; event?: unknown }[];
  /** Events that come before the value is set. */
  before?: { name: string; event?: unknown }[];
  /** Fired even if the value is unchanged. */
  isAlwaysTold?: boolean;
  /** For a click, which bubbles: whether the containers around receive it before the change. */
  click?: 'first' | 'last';
  /** A note for the caller. */
  warning?: string;
  /** In what the field has opened, which is above everything else. */
  isInPopup?: boolean;
  /** The field loses focus. */
  isLeaving?: boolean;
}
