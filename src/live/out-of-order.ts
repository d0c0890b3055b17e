import { TandemError } from '../errors.ts';

/** A tool was called in the wrong state. The words are fixed, since agents know them; what to do next is added. */
export class OutOfOrder extends TandemError {
  readonly next: string;

  constructor(message: string, next: string) {
    super('conflict', message);
    this.next = next;
  }
}

export const notConfigured = () =>
  new OutOfOrder('Server not configured', 'Call ui_configure with a base_dir first.');
export const notStarted = () => new OutOfOrder('Server not started', 'Call ui_start first.');
export const alreadyRunning = (url: string) =>
  new OutOfOrder('Server already running', `It is serving at ${url}. ui_configure ends it and starts over.`);
