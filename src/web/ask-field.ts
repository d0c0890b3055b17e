/** The part of JSON Schema that questions are made of. */
export interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  enumNames?: string[];
  oneOf?: { const: string; title?: string }[];
  anyOf?: { const: string; title?: string }[];
  items?: FieldSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Field {
  name: string;
  element: HTMLElement;
  /** What the person gave; undefined for nothing. Throws a sentence for what cannot be read. */
  read(): unknown;
  /** Say what is wrong, beside the field; nothing when all is well. */
  fault(text: string): void;
}

interface Control {
  element: HTMLElement;
  read(): unknown;
  /** A group of its own, named by a legend instead of a label. */
  isGroup?: boolean;
}

const INPUT_TYPES: Record<string, string> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};
const LONG_TEXT = 200;

/** A field for one property of a question's schema: every kind that MCP allows, and JSON for the others. */
export function createField(name: string, schema: FieldSchema, required: boolean): Field {
  const id = `field-${name}`;
  const { element: control, read, isGroup } = createControl(id, schema, required);
  const label = document.createElement(isGroup ? 'legend' : 'label');
  if (label instanceof HTMLLabelElement) label.htmlFor = id;
  label.textContent = (schema.title ?? name) + (required ? '' : ' (optional)');
  const hint = document.createElement('small');
  hint.id = `${id}-hint`;
  hint.textContent = schema.description ?? '';
  const fault = document.createElement('p');
  fault.className = 'fault';
  fault.id = `${id}-fault`;
  fault.setAttribute('role', 'alert');
  const element = document.createElement(isGroup ? 'fieldset' : 'div');
  element.className = 'field';
  element.append(label, control, hint, fault);
  control.setAttribute('aria-describedby', `${hint.id} ${fault.id}`);
  return {
    name,
    element,
    read,
    fault(text) {
      fault.textContent = text;
      if (text) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    },
  };
}

function createControl(id: string, schema: FieldSchema, required: boolean): Control {
  const choices = choicesOf(schema);
  if (choices) return createSelect(id, choices, schema.default, required);
  const several = schema.type === 'array' && schema.items ? choicesOf(schema.items) : undefined;
  if (several) return createCheckboxes(several, schema.default);
  if (schema.type === 'boolean') return createCheckbox(id, schema.default === true);
  if (schema.type === 'number' || schema.type === 'integer') return createNumber(id, schema);
  if (schema.type === 'string') return createText(id, schema);
  return createJson(id, schema);
}

interface Choice {
  value: string;
  title: string;
}

function choicesOf(schema: FieldSchema): Choice[] | undefined {
  const titled = schema.oneOf ?? schema.anyOf;
  if (titled?.every((one) => typeof one.const === 'string'))
    return titled.map((one) => ({ value: one.const, title: one.title ?? one.const }));
  return schema.enum?.map((value, index) => ({ value, title: schema.enumNames?.[index] ?? value }));
}

function createSelect(id: string, choices: Choice[], preset: unknown, required: boolean): Control {
  const select = document.createElement('select');
  select.id = id;
  if (!required || preset === undefined) select.add(new Option('', ''));
  for (const { value, title } of choices) select.add(new Option(title, value, false, value === preset));
  return { element: select, read: () => select.value || undefined };
}

function createCheckboxes(choices: Choice[], preset: unknown): Control {
  const group = document.createElement('div');
  const boxes = choices.map(({ value, title }) => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', value });
    box.checked = Array.isArray(preset) && preset.includes(value);
    const label = document.createElement('label');
    label.className = 'choice';
    label.append(box, ` ${title}`);
    group.append(label, document.createElement('br'));
    return box;
  });
  return {
    element: group,
    isGroup: true,
    read: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}

function createCheckbox(id: string, checked: boolean): Control {
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id, checked });
  return { element: box, read: () => box.checked };
}

function createNumber(id: string, { type, minimum, maximum, default: preset }: FieldSchema): Control {
  const input = Object.assign(document.createElement('input'), { type: 'number', id });
  input.step = type === 'integer' ? '1' : 'any';
  // Bounds that only say "a safe integer" tell nobody anything.
  if (minimum !== undefined && minimum > -1e15) input.min = String(minimum);
  if (maximum !== undefined && maximum < 1e15) input.max = String(maximum);
  if (preset !== undefined) input.value = String(preset);
  return {
    element: input,
    read() {
      if (input.validity.badInput) throw new Error('This is not a number.');
      return input.value === '' ? undefined : Number(input.value);
    },
  };
}

function createText(id: string, { format = '', maxLength, default: preset }: FieldSchema): Control {
  const isLong = maxLength !== undefined && maxLength > LONG_TEXT && !(format in INPUT_TYPES);
  const input = document.createElement(isLong ? 'textarea' : 'input');
  if (input instanceof HTMLInputElement)
    input.type = /pass(?:word|phrase|code)|secret/i.test(id) ? 'password' : (INPUT_TYPES[format] ?? 'text');
  input.id = id;
  input.autocomplete = 'off';
  if (preset !== undefined) input.value = String(preset);
  return {
    element: input,
    read() {
      if (input.value === '') return undefined;
      return format === 'date-time' ? new Date(input.value).toISOString() : input.value;
    },
  };
}

function createJson(id: string, { default: preset }: FieldSchema): Control {
  const input = document.createElement('textarea');
  input.id = id;
  input.rows = 6;
  input.spellcheck = false;
  input.placeholder = 'JSON';
  if (preset !== undefined) input.value = JSON.stringify(preset, null, 2);
  return {
    element: input,
    read() {
      if (input.value.trim() === '') return undefined;
      try {
        return JSON.parse(input.value) as unknown;
      } catch {
        throw new Error('This is not JSON.');
      }
    },
  };
}
