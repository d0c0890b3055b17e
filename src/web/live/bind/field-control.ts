/** How a value gets into a field and out of it. */
export interface FieldControl {
  /** undefined: there is nothing to send, as from a radio button that is off. */
  read(element: Element): unknown;
  write(element: Element, value: unknown): void;
  /** The person is done with a change. */
  commits: readonly string[];
  /** Each single step of it. */
  edits: readonly string[];
  isReadOnly?: boolean;
  /** What it can hold depends on its options. */
  hasOptions?: boolean;
  /** On or off: a method for its change may be what turns the value over. */
  isTick?: boolean;
}

interface WithValue extends Element {
  value: unknown;
  type?: string;
  multiple?: boolean;
  displayLabel?: string;
  handleValueChange?(): void;
}

const NATIVE = { commits: ['change', 'blur'], edits: ['input'] };
const SHOELACE = { commits: ['sl-change'], edits: ['sl-input'] };

export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const text = (names: Pick<FieldControl, 'commits' | 'edits'>): FieldControl => ({
  ...names,
  read: (element) => (element as WithValue).value,
  write: (element, value) => writeText(element as WithValue, toText(value)),
});

/** What is typed into a number field is a number in Lua; an empty one is the empty text. */
const number = (names: Pick<FieldControl, 'commits' | 'edits'>): FieldControl => ({
  ...text(names),
  read(element) {
    const { value } = element as WithValue;
    const asNumber = Number(value);
    return value === '' || !Number.isFinite(asNumber) ? value : asNumber;
  },
});

const tick = (names: Pick<FieldControl, 'commits' | 'edits'>): FieldControl => ({
  ...names,
  isTick: true,
  read: (element) => (element as HTMLInputElement).checked,
  write(element, value) {
    (element as HTMLInputElement).checked = Boolean(value);
  },
});

/** Components that take a number as a number. */
const asIs = (names: Pick<FieldControl, 'commits' | 'edits'>): FieldControl => ({
  ...names,
  read: (element) => (element as WithValue).value,
  write(element, value) {
    (element as WithValue).value = typeof value === 'number' ? value : toText(value);
  },
});

const RADIO: FieldControl = {
  ...NATIVE,
  commits: ['change'],
  edits: [],
  read: (element) =>
    (element as HTMLInputElement).checked ? (element as HTMLInputElement).value : undefined,
  write(element, value) {
    (element as HTMLInputElement).checked = (element as HTMLInputElement).value === toText(value);
  },
};

const SELECT: FieldControl = {
  ...NATIVE,
  hasOptions: true,
  read(element) {
    const { multiple, value, selectedOptions } = element as HTMLSelectElement;
    return multiple ? [...selectedOptions].map((option) => option.value) : value;
  },
  write(element, value) {
    const wanted = new Set(Array.isArray(value) ? value.map(toText) : [toText(value)]);
    for (const option of (element as HTMLSelectElement).options) option.selected = wanted.has(option.value);
  },
};

const SL_SELECT: FieldControl = {
  ...SHOELACE,
  hasOptions: true,
  read: (element) => (element as WithValue).value,
  write(element, value) {
    const select = element as WithValue;
    if (Array.isArray(value)) select.value = value.map(toText);
    else select.value = select.multiple ? (toText(value) === '' ? [] : [toText(value)]) : toText(value);
    if (toText(value) === '') select.displayLabel = '';
    // The same value, but there were no options yet that could have been chosen.
    select.handleValueChange?.();
  },
};

/** The browser does not let a page say which file; its name is all that can be told. */
const FILE: FieldControl = { ...text(NATIVE), commits: ['change'], write() {} };

const NUMBERS = new Set(['number', 'range']);
const READ_ONLY = new Set([
  'sl-copy-button',
  'sl-option',
  'sl-progress-bar',
  'sl-progress-ring',
  'sl-qr-code',
  'progress',
  'meter',
  'output',
  'option',
]);
/** They have a `value` that is something else, or none that is shown. */
const SHOW_TEXT = new Set(['button', 'li', 'sl-badge']);

const NATIVE_TEXT = text(NATIVE);
const NATIVE_NUMBER = number(NATIVE);
const NATIVE_TICK = { ...tick(NATIVE), commits: ['change'], edits: [] };
const SL_TEXT = text(SHOELACE);
const SL_NUMBER = number(SHOELACE);
const SL_TICK = tick(SHOELACE);
const SL_AS_IS = asIs(SHOELACE);
const NATIVE_AS_IS = asIs(NATIVE);

/** What kind of field an element is; undefined when it shows text. */
export function fieldControlOf(element: Element): FieldControl | undefined {
  const name = element.localName;
  if (SHOW_TEXT.has(name)) return undefined;
  const control = name.startsWith('sl-') ? shoelaceControl(element, name) : nativeControl(element, name);
  return control && READ_ONLY.has(name) ? { ...control, isReadOnly: true } : control;
}

function nativeControl(element: Element, name: string): FieldControl | undefined {
  if (name === 'input') {
    const { type } = element as HTMLInputElement;
    if (type === 'checkbox') return NATIVE_TICK;
    if (type === 'radio') return RADIO;
    if (type === 'file') return FILE;
    return NUMBERS.has(type) ? NATIVE_NUMBER : NATIVE_TEXT;
  }
  if (name === 'textarea') return NATIVE_TEXT;
  if (name === 'select') return SELECT;
  return 'value' in element ? NATIVE_AS_IS : undefined;
}

function shoelaceControl(element: Element, name: string): FieldControl {
  if (name === 'sl-checkbox' || name === 'sl-switch') return SL_TICK;
  if (name === 'sl-select') return SL_SELECT;
  // The component may not be loaded yet, so the attribute has to say.
  if (name === 'sl-input') return NUMBERS.has(element.getAttribute('type') ?? '') ? SL_NUMBER : SL_TEXT;
  return name === 'sl-textarea' ? SL_TEXT : SL_AS_IS;
}

/** Setting the text of a field moves the cursor to its end, even where the text is the same. */
function writeText(element: WithValue, value: string): void {
  if (element.value === value) return;
  const field = document.activeElement === element ? innerField(element) : undefined;
  const start = field?.selectionStart ?? null;
  const end = field?.selectionEnd ?? null;
  element.value = value;
  if (field && start !== null && end !== null) setSelection(field, start, end);
}

/** The native field that text is typed into. */
export function innerField(element: Element): HTMLInputElement | HTMLTextAreaElement | undefined {
  const found =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element
      : element.shadowRoot?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return found ?? undefined;
}

export function setSelection(
  field: HTMLInputElement | HTMLTextAreaElement,
  start: number,
  end: number,
): void {
  // Numbers and dates have no selection.
  if (field.selectionStart !== null) field.setSelectionRange(start, end);
}
