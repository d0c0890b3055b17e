/** What an agent wants to do that needs a person's approval, in words. */
export interface ProposedCall {
  /** What people call the app. */
  app: string;
  /** The page, blocks, requests, endpoints and tools that ask for it. */
  guards: string[];
  /** What the app's author wrote for the person. */
  messages: string[];
  /** The title of the page it happens on. */
  page?: string;
  /** All of the call, in order. */
  steps: ProposedStep[];
}

export interface ProposedStep {
  /** "Set", "Click". */
  verb: string;
  /** What people call it. */
  label: string;
  /** Of a value: what it is now, and what it would be. */
  from?: string;
  to?: string;
  /** A value that the person may change before they approve. */
  editable?: string | number | boolean;
}

const MAX_VALUE = 200;

/** "Set Unit price to 120 (now 100)", "Click Save invoice". */
export function toStepText({ verb, label, from, to }: ProposedStep): string {
  const value = to === undefined ? '' : verb === 'Set' ? ` to ${to}` : ` ${to}`;
  return `${verb} ${label}${value}${from === undefined ? '' : ` (now ${from})`}`;
}

export function toValueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Values that a form can hold. */
export function isEditable(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
