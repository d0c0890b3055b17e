import { isRecord } from '../../lib/is-record.ts';
import { treeNodesOf } from '../bridge/values/tree-choice.ts';
import { htmlText } from '../render/shown-text.ts';
import { gridInputSchema } from './grid-schema.ts';
import type { JsonSchema, SchemaBlock } from './json-schema.ts';
import { choiceSchema } from './option-schema.ts';

type Properties = Record<string, unknown>;
type ToSchema = (properties: Properties) => JsonSchema;

/** What the stock blocks of all Lowdefy versions take. Properties that contain operators say nothing yet. */
export function stockSchema({ type, properties, valueType }: SchemaBlock): JsonSchema {
  const known = SCHEMAS.get(type);
  if (known) return known(properties);
  return valueType === undefined ? {} : { ...BY_VALUE_TYPE[valueType] };
}

const FORMATS: Record<string, string> = { email: 'email', url: 'uri' };
const HEX_COLOR = '^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$';

const textInput: ToSchema = (properties) => {
  const { type, placeholder, maxLength } = properties;
  const format = typeof type === 'string' ? FORMATS[type] : undefined;
  return {
    type: 'string',
    ...(format !== undefined && { format }),
    ...(type === 'password' && { writeOnly: true }),
    ...whole('maxLength', maxLength),
    ...(typeof placeholder === 'string' && placeholder !== '' && { examples: [placeholder] }),
  };
};

const editableText: ToSchema = ({ editable }) => ({
  type: 'string',
  ...whole('maxLength', isRecord(editable) ? editable.maxLength : undefined),
});

const numberInput: ToSchema = ({ min, max, precision, placeholder }) => {
  const example = typeof placeholder === 'string' && placeholder !== '' ? Number(placeholder) : Number.NaN;
  const decimals = typeof precision === 'number' && precision > 0 ? precision : undefined;
  return {
    type: precision === 0 ? 'integer' : 'number',
    ...range(min, max),
    ...(Number.isFinite(example) && { examples: [example] }),
    // Not as `multipleOf`: validators divide, and 0.07 / 0.01 is not a whole number.
    ...(decimals !== undefined && { description: `At most ${decimals} decimals` }),
  };
};

const ratingSlider: ToSchema = ({ min = 0, max = 10, step = 1, ...properties }) => {
  const rating = { type: isWhole(min, step) ? 'integer' : 'number', ...range(min, max) };
  const { disableNotApplicable, notApplicableLabel = 'N/A' } = properties;
  if (disableNotApplicable === true || typeof notApplicableLabel !== 'string') return rating;
  return { anyOf: [rating, { const: notApplicableLabel }] };
};

const slider: ToSchema = ({ min = 0, max = 100, step = 1, marks, range: isRange }) => {
  const hasMarks = isRecord(marks) && Object.keys(marks).length > 0;
  const place = { type: isWhole(min, step) && !hasMarks ? 'integer' : 'number', ...range(min, max) };
  return isRange ? { type: 'array', items: place, minItems: 2, maxItems: 2 } : place;
};

/** With the days that can be chosen, if there is a first or last one. */
const day =
  (about?: string): ToSchema =>
  ({ disabledDates }) => {
    const { min, max } = isRecord(disabledDates) ? disabledDates : {};
    const limits = [
      about,
      typeof min === 'string' && `from ${min.slice(0, 10)}`,
      typeof max === 'string' && `until ${max.slice(0, 10)}`,
    ].filter(Boolean);
    return {
      type: 'string',
      format: 'date',
      ...(limits.length > 0 && { description: capitalized(limits.join(', ')) }),
    };
  };

const dateTime: ToSchema = (properties) => ({ ...day()(properties), format: 'date-time' });

const dateRange: ToSchema = (properties) => {
  const { description, ...items } = day()(properties);
  const about = ['First and last day', description].filter(Boolean).join('. ');
  return { type: 'array', items, minItems: 2, maxItems: 2, description: about };
};

const choice: ToSchema = ({ options }) => choiceSchema(options);

const choices: ToSchema = ({ options }) => {
  const { description, ...items } = choiceSchema(options);
  return {
    type: 'array',
    items,
    uniqueItems: true,
    ...(description !== undefined && { description }),
  };
};

/** Any text; the options are only suggestions. */
const autoComplete: ToSchema = ({ options }) => {
  const values = (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    const value = isRecord(option) ? option.value : option;
    return typeof value === 'string' ? value : [];
  });
  return { type: 'string', ...(values.length > 0 && { examples: values.slice(0, 5) }) };
};

/** A node by its own value where that is unambiguous. */
const tree: ToSchema = ({ options }) => {
  const nodes = treeNodesOf(options).filter((node) => !node.disabled);
  const values = nodes.map(({ path }) => path[0]);
  const isPlain = values.every((value) => typeof value === 'string' || typeof value === 'number');
  if (nodes.length === 0 || !isPlain || new Set(values).size < values.length)
    return {
      anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: {} }],
      description: 'A node by its value or label, or the values on the path to it',
    };
  return choiceSchema(nodes.map(({ path, labels }) => ({ value: path[0], label: labels.join(' / ') })));
};

const phone: ToSchema = ({ allowedRegions, defaultRegion, placeholder }) => {
  const regions = Array.isArray(allowedRegions)
    ? allowedRegions.filter((one) => typeof one === 'string')
    : [];
  const input = {
    type: 'string',
    ...(typeof placeholder === 'string' && placeholder !== '' && { examples: [placeholder] }),
  };
  return {
    anyOf: [
      input,
      {
        type: 'object',
        properties: {
          input,
          region: { type: 'string', ...(regions.length > 0 ? { enum: regions } : { examples: ['US'] }) },
        },
        required: ['input'],
        additionalProperties: false,
      },
    ],
    description: `Number without country code${typeof defaultRegion === 'string' ? `, region ${defaultRegion} unless given` : ''}`,
  };
};

const pageChoice: ToSchema = ({ pageSizeOptions }) => {
  const sizes = Array.isArray(pageSizeOptions) ? pageSizeOptions.map(Number).filter(Number.isInteger) : [];
  return {
    type: 'object',
    properties: {
      current: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', ...(sizes.length > 0 ? { enum: sizes } : { minimum: 1 }) },
    },
    additionalProperties: false,
  };
};

const upload: ToSchema = ({ accept, maxCount, singleFile }) => {
  const file = {
    type: 'object',
    properties: { name: { type: 'string' }, type: { type: 'string' }, base64: { type: 'string' } },
    required: ['name', 'base64'],
    ...(typeof accept === 'string' && { description: `Accepts ${accept}` }),
  };
  return singleFile === true ? file : { type: 'array', items: file, ...whole('maxItems', maxCount) };
};

const controlledList: ToSchema = ({ minItems }) => ({ type: 'array', ...whole('minItems', minItems) });

const SCHEMAS: ReadonlyMap<string, ToSchema> = new Map(
  Object.entries<ToSchema>({
    AutoComplete: autoComplete,
    ButtonSelector: choice,
    Calendar: day(),
    CheckboxSelector: choices,
    CheckboxSwitch: described('boolean'),
    ColorSelector: () => ({ type: 'string', pattern: HEX_COLOR, examples: ['#ff8800'] }),
    ControlledList: controlledList,
    DateRangeSelector: dateRange,
    DateSelector: day(),
    DateTimeSelector: dateTime,
    MonthSelector: day('any day of the month'),
    MultipleSelector: choices,
    NumberInput: numberInput,
    Pagination: pageChoice,
    ParagraphInput: editableText,
    PasswordInput: () => ({ type: 'string', writeOnly: true }),
    PhoneNumberInput: phone,
    QRScanner: () => ({ type: 'string', description: 'The text of a code' }),
    RadioSelector: choice,
    RatingSlider: ratingSlider,
    S3UploadButton: upload,
    S3UploadDragger: upload,
    S3UploadPhoto: (properties) => upload({ ...properties, accept: 'image/*' }),
    SegmentedSelector: choice,
    Selector: choice,
    Slider: slider,
    Switch: described('boolean'),
    TextArea: textInput,
    TextInput: textInput,
    TiptapInput: () => ({ type: 'string', description: 'Markdown' }),
    TiptapMentionInput: () => ({ type: 'string', description: 'Markdown' }),
    TitleInput: editableText,
    TreeSelector: tree,
    WeekSelector: day('any day of the week'),
    AgGridInputAlpine: gridInputSchema,
    AgGridInputAlpineDark: gridInputSchema,
    AgGridInputBalham: gridInputSchema,
    AgGridInputBalhamDark: gridInputSchema,
    AgGridInputMaterial: gridInputSchema,
  }),
);

const BY_VALUE_TYPE: Record<string, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  array: { type: 'array', items: {} },
  object: { type: 'object' },
};

/** The text next to a switch says what it means. */
function described(type: string): ToSchema {
  return ({ description }) => {
    const text = typeof description === 'string' ? htmlText(description) : undefined;
    return { type, ...(text && { description: text }) };
  };
}

function range(min: unknown, max: unknown): JsonSchema {
  return {
    ...(typeof min === 'number' && { minimum: min }),
    ...(typeof max === 'number' && { maximum: max }),
  };
}

function whole(key: string, value: unknown): JsonSchema {
  return Number.isInteger(value) && Number(value) >= 0 ? { [key]: value } : {};
}

function isWhole(...numbers: unknown[]): boolean {
  return numbers.every(Number.isInteger);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
