/** One thing that a person does to an input: the value it gets, if any, and the events that tell of it. */
export interface InputChange {
  value?: unknown;
  events: { name: string; event?: unknown }[];
  /** Events that come before the value is set. */
  before?: { name: string; event?: unknown }[];
  /** Told of even when the value is what it was. */
  isAlwaysTold?: boolean;
  /** Where it is a click, which goes on to what is around: whether that hears of it before the change is made. */
  click?: 'first' | 'last';
  /** What whoever does it should know. */
  warning?: string;
  /** In what the field has opened, which lies above everything else. */
  isInPopup?: boolean;
  /** The field is left. */
  isLeaving?: boolean;
}
