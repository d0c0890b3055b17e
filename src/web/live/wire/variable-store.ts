import type { LiveMessage, Properties, UsedElement } from '../../../protocol/live-messages.ts';
import { isOn } from '../bind/binding-path.ts';
import { ElementErrors } from '../bind/element-errors.ts';
import type { Outbox } from './outbox.ts';
import { toUsedElement } from './to-used-element.ts';
import { Variable, type VariableListener } from './variable.ts';

/** Writes this shortly before a connection broke may not have arrived. */
const DOUBTFUL_MS = 3000;

/** The page's variables: made here, computed by the server. */
export class VariableStore {
  readonly root = new Variable(1, undefined, {});
  readonly #outbox: Outbox;
  readonly #byId = new Map<number, Variable>([[1, this.root]]);
  readonly #errors = new ElementErrors();
  /** When each variable was last written by the person. */
  readonly #written = new Map<Variable, number>();
  /** What the person used last, until it is sent. */
  #used: UsedElement | undefined;
  #lastId = 1;
  #unanswered = 0;
  #closedAt = 0;
  /** Errors that belong to no variable, and those in what the person did. */
  onError: (code: string, description: string) => void = () => {};

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  get(id: number): Variable | undefined {
    return this.#byId.get(id);
  }

  all(): IterableIterator<Variable> {
    return this.#byId.values();
  }

  /** Whether everything that the page asked for has been answered. */
  get isSettled(): boolean {
    return this.#unanswered === 0;
  }

  create(parent: Variable, asked: Properties, element?: Element, listener?: VariableListener): Variable {
    this.#lastId++;
    const variable = new Variable(this.#lastId, parent, asked);
    variable.element = element;
    variable.listener = listener;
    parent.children ??= new Set();
    parent.children.add(variable);
    this.#byId.set(variable.id, variable);
    variable.madeAt = this.#outbox.flushes;
    if (awaitsAnswer(variable)) this.#unanswered++;
    this.#outbox.add(creation(variable));
    return variable;
  }

  destroy(variable: Variable): void {
    if (!variable.alive) return;
    variable.parent?.children?.delete(variable);
    this.#forget(variable);
    this.#outbox.add({ type: 'destroy', data: { varId: variable.id } });
  }

  destroyChildren(variable: Variable): void {
    for (const child of variable.children ?? []) this.destroy(child);
  }

  /** What the person entered. Answers whether there was anything to send. */
  write(variable: Variable, value: unknown): boolean {
    if (!variable.alive) return false;
    if (variable.isRead && !variable.unsure && isSame(variable.value, value)) return false;
    variable.value = value;
    variable.unsure = false;
    this.#used = toUsedElement(variable.element);
    this.#written.set(variable, performance.now());
    this.#errors.clear(variable);
    this.#outbox.add({ type: 'update', data: { varId: variable.id, value } });
    return true;
  }

  /** Call a method. While the connection is lost this does nothing: a click must not come true minutes later. */
  act(variable: Variable, value: unknown): void {
    if (!variable.alive) return;
    this.#errors.clear(variable);
    this.#used = toUsedElement(variable.element);
    this.#outbox.add({ type: 'update', data: { varId: variable.id, value } });
  }

  /** Have the server say again what it holds: the page may show something else. */
  askAgain(variable: Variable): void {
    this.#outbox.add({ type: 'watch', data: { varId: variable.id } });
    this.#outbox.add({ type: 'unwatch', data: { varId: variable.id } });
  }

  setProperties(variable: Variable, properties: Properties): void {
    Object.assign(variable.asked, properties);
    // The message that makes it was not sent yet, and has them by now.
    if (variable.madeAt === this.#outbox.flushes) return;
    this.#outbox.add({ type: 'update', data: { varId: variable.id, properties } });
  }

  /** Send what was written, at once. */
  flush(): void {
    this.#outbox.flush(true, this.#used);
    this.#used = undefined;
  }

  receive(message: LiveMessage): void {
    if (message.type === 'update') this.#update(message.data);
    else if (message.type === 'error') this.#fail(message.data);
    else if (message.type === 'destroy') {
      const variable = this.#byId.get(message.data.varId);
      if (variable && variable !== this.root) this.#forget(variable);
    }
  }

  lost(): void {
    this.#closedAt = performance.now();
  }

  /** On a new connection nothing exists: make everything again under the same ids, then send what the person wrote meanwhile. */
  restore(): void {
    this.#outbox.add({ type: 'watch', data: { varId: 1 } });
    this.#unanswered = 0;
    for (const variable of this.#byId.values()) {
      variable.answered = false;
      if (variable === this.root) continue;
      if (awaitsAnswer(variable)) this.#unanswered++;
      this.#outbox.add(creation(variable));
    }
    for (const [variable, at] of this.#written)
      if (at > this.#closedAt - DOUBTFUL_MS)
        this.#outbox.add({ type: 'update', data: { varId: variable.id, value: variable.value } });
    this.#written.clear();
  }

  #update({ varId, value, properties }: { varId: number; value?: unknown; properties?: Properties }): void {
    const variable = this.#byId.get(varId);
    if (!variable) return;
    const hasValue = value !== undefined;
    if (properties) {
      variable.given = { ...variable.given, ...properties };
      if (properties.type !== undefined) variable.type = properties.type;
    }
    if (hasValue) {
      // A new connection says nothing of a type that is not there any more.
      if (!variable.answered && properties?.type === undefined) variable.type = '';
      variable.value = value;
      variable.unsure = false;
      this.#answer(variable);
      this.#errors.clear(variable);
    }
    variable.listener?.(variable, { value: hasValue, properties });
  }

  #fail({ varId, code, description }: { varId?: number; code: string; description: string }): void {
    const variable = varId === undefined ? undefined : this.#byId.get(varId);
    if (!variable) {
      this.onError(code, description);
      return;
    }
    this.#answer(variable);
    variable.unsure = true;
    this.#errors.show(variable, code, description);
    // What the person did came to nothing: the mark at the element does not say why.
    if (!variable.isRead || this.#written.has(variable)) this.onError(code, description);
  }

  #answer(variable: Variable): void {
    if (variable.answered) return;
    variable.answered = true;
    if (awaitsAnswer(variable)) this.#unanswered--;
  }

  #forget(variable: Variable): void {
    if (awaitsAnswer(variable) && !variable.answered) this.#unanswered--;
    variable.alive = false;
    variable.answered = true;
    this.#byId.delete(variable.id);
    this.#written.delete(variable);
    this.#errors.clear(variable);
    for (const child of variable.children ?? []) this.#forget(child);
    variable.children = undefined;
  }
}

function creation({ id, parent, asked }: Variable): LiveMessage {
  return { type: 'create', data: { id, parentId: parent?.id ?? 0, properties: asked } };
}

/** Variable 1 is there without being asked for; muted ones are never answered. */
function awaitsAnswer(variable: Variable): boolean {
  return variable.parent !== undefined && variable.isRead && !isOn(variable.asked.inactive);
}

function isSame(a: unknown, b: unknown): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
  );
}
