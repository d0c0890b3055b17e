import type { Properties } from '../../../protocol/live-messages.ts';

/** What an update brought. */
export interface VariableChange {
  value: boolean;
  properties: Properties | undefined;
}

export type VariableListener = (variable: Variable, change: VariableChange) => void;

/** One binding of the page: a path from its parent's value, and what the server last said it holds. */
export class Variable {
  readonly id: number;
  readonly parent: Variable | undefined;
  /** What the page asked for; sent again when the connection is a new one. */
  readonly asked: Properties;
  /** What the server said, which stands before what was asked. */
  given: Properties | undefined;
  value: unknown = undefined;
  /** The type of the object it holds, or ''. */
  type = '';
  /** Whether the server has said something about the value since the variable was made on this connection. */
  answered = false;
  /** The server refused what was written last, so it holds something else than `value`. */
  unsure = false;
  alive = true;
  /** Since when the server knows of it: see `Outbox.flushes`. */
  madeAt = -1;
  children: Set<Variable> | undefined;
  element: Element | undefined;
  /** Where its object is shown, for one that is shown with a view: that changes with each rendering. */
  mainElement: (() => Element | undefined) | undefined;
  listener: VariableListener | undefined;

  constructor(id: number, parent: Variable | undefined, asked: Properties) {
    this.id = id;
    this.parent = parent;
    this.asked = asked;
  }

  property(name: string): string | undefined {
    return this.given?.[name] ?? this.asked[name];
  }

  /** The element that stands for it on the page. */
  get shownAt(): Element | undefined {
    return this.mainElement ? this.mainElement() : this.element;
  }

  /** Whether the server sends its value. */
  get isRead(): boolean {
    const access = this.asked.access ?? 'rw';
    return access === 'r' || access === 'rw';
  }
}
