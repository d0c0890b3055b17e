const WORDS = ['alpha', 'Beta', 'gamma ray', 'x', '<b>bold</b> & co', 'zwölf'];
const text = (random) => random.pick(WORDS);
const shown = (random) =>
  random.pick([
    'A text.',
    'Some <i>html</i> text.',
    { '_string.concat': ['n is ', { '_json.stringify': { _state: 'n' } }] },
    { '_string.concat': ['count ', { '_json.stringify': { _state: 'count' } }] },
    {
      '_string.concat': [
        'query ',
        { '_json.stringify': { _url_query: 'q' } },
        ' input ',
        { '_json.stringify': { _input: 'i' } },
      ],
    },
    { '_string.concat': ['global ', { '_json.stringify': { _global: 'g' } }] },
    {
      '_string.concat': [
        'rows ',
        { '_json.stringify': { '_array.length': { _if_none: [{ _request: 'rows' }, []] } } },
      ],
    },
  ]);
const titled = (random, id) => (random.chance(0.8) ? { title: `Title of ${id.replaceAll('$', 'n')}` } : {});
const OPTIONS = [
  'one',
  { value: 2, label: 'Two' },
  { value: 'three', label: 'Number three' },
  { value: { four: 4 }, label: 'Four' },
];
const withOptions = (random, id) => ({
  ...titled(random, id),
  options: [...OPTIONS, ...(random.chance(0.3) ? [{ value: 'out', label: 'Out', disabled: true }] : [])],
});
const LABELS = ['one', 'Two', 'Number three', 'Four', 'Out'];
const LIST_METHODS = [['pushItem'], ['pushItem'], ['removeItem', 0], ['moveItemDown', 0]];
const DAYS = ['2026-01-02', '2026-03-04', '2025-12-31'];
const days = DAYS.map((day) => ({ _date: day }));

const changing = { input: true, events: ['onChange'] };

/**
 * What is known of each type: its properties, whether it takes values or holds blocks, its events, methods that
 * apps call, values that apps set, and what a person does to it (`steps`).
 */
export const BLOCKS = {
  TextInput: {
    ...changing,
    events: ['onChange', 'onPressEnter'],
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.2) && { label: { extra: 'Extra.' } }),
    }),
    values: WORDS,
    methods: [['setValue', 'by method']],
    steps: (random, block) => [
      { do: 'fill', text: random.pick([...WORDS, '']) },
      ...(block.events?.onPressEnter ? [{ do: 'enter' }] : []),
    ],
  },
  TextArea: {
    ...changing,
    properties: titled,
    values: WORDS,
    steps: (random) => [{ do: 'fill', text: text(random) }],
  },
  PasswordInput: {
    ...changing,
    properties: titled,
    values: WORDS,
    steps: (random) => [{ do: 'fill', text: text(random) }],
  },
  NumberInput: {
    ...changing,
    properties: (random, id) => ({ ...titled(random, id), ...(random.chance(0.3) && { min: 0, max: 50 }) }),
    values: [0, 1, 2.5, 42],
    steps: (random) => [{ do: 'fill', text: random.pick(['0', '1', '2.5', '42', '']) }],
  },
  Switch: { ...changing, properties: titled, values: [true, false], steps: () => [{ do: 'switch' }] },
  CheckboxSwitch: {
    ...changing,
    properties: (random, id) => ({ ...titled(random, id), description: 'Agreed.' }),
    values: [true, false],
    steps: () => [{ do: 'switch' }],
  },
  Selector: {
    ...changing,
    properties: withOptions,
    values: ['one', 2, 'three', 'unknown'],
    steps: (random) => [{ do: 'choose', option: random.pick(LABELS) }, { do: 'clear' }],
  },
  MultipleSelector: {
    ...changing,
    properties: withOptions,
    // The client's component breaks for good when an app sets null.
    isNeverNull: true,
    values: [['one'], [2, 'three'], []],
    steps: (random) => [{ do: 'choose', option: random.pick(LABELS) }],
  },
  RadioSelector: {
    ...changing,
    properties: withOptions,
    values: ['one', 2],
    steps: (random) => [{ do: 'check', option: random.pick(LABELS) }],
  },
  ButtonSelector: {
    ...changing,
    properties: withOptions,
    values: ['one', 2],
    steps: (random) => [{ do: 'check', option: random.pick(LABELS) }],
  },
  CheckboxSelector: {
    ...changing,
    properties: withOptions,
    // The client's component breaks for good when an app sets null.
    isNeverNull: true,
    values: [['one'], [2, 'three'], []],
    steps: (random) => [{ do: 'check', option: random.pick(LABELS) }],
  },
  AutoComplete: {
    ...changing,
    properties: (random, id) => ({ ...titled(random, id), options: ['apple', 'pear'] }),
    values: ['apple', 'plum'],
    steps: (random) => [{ do: 'fill', text: random.pick(['apple', 'pl', '']) }],
  },
  DateSelector: {
    ...changing,
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.3) && { disabledDates: { min: '2026-01-01' } }),
    }),
    values: days,
    steps: (random) => [{ do: 'pick', text: random.pick(DAYS) }, { do: 'clear' }],
  },
  DateTimeSelector: {
    input: true,
    properties: titled,
    values: days,
    steps: (random) => [{ do: 'pick', text: `${random.pick(DAYS)} 04:05` }, { do: 'clear' }],
  },
  MonthSelector: {
    ...changing,
    properties: titled,
    values: days,
    steps: () => [{ do: 'pick', text: '2026-05' }],
  },
  WeekSelector: {
    ...changing,
    properties: titled,
    values: days,
    steps: () => [{ do: 'pick', text: '2026-7th', date: '2026-02-10' }],
  },
  DateRangeSelector: {
    ...changing,
    properties: titled,
    values: [[{ _date: '2026-01-02' }, { _date: '2026-01-09' }]],
    steps: () => [{ do: 'range', texts: ['2026-02-05', '2026-02-09'] }, { do: 'clear' }],
  },
  RatingSlider: {
    ...changing,
    properties: (random, id) => ({ ...titled(random, id), max: 5, disableNotApplicable: true }),
    values: [1, 4],
    steps: (random) => [{ do: 'rate', value: 1 + random.below(5) }],
  },
  PhoneNumberInput: {
    ...changing,
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.5) && { defaultRegion: 'GB' }),
    }),
    steps: (random) => [{ do: 'fill', text: random.pick(['123', '4567']) }],
  },
  Pagination: {
    ...changing,
    rules: false,
    properties: () => ({ total: 45 }),
    steps: (random) => [{ do: 'page', number: 1 + random.below(5) }],
  },
  TitleInput: {
    ...changing,
    rules: false,
    values: ['Heading'],
    steps: (random) => [{ do: 'edit', text: text(random) }],
  },
  ParagraphInput: {
    ...changing,
    rules: false,
    values: ['Words'],
    steps: (random) => [{ do: 'edit', text: text(random) }],
  },
  AgGridInputAlpine: {
    input: true,
    rules: false,
    properties: () => ({
      height: 150,
      columnDefs: [{ field: 'word' }, { field: 'sizeOf', headerName: 'Size' }],
    }),
    values: [
      [
        { word: 'a', sizeOf: 1 },
        { word: 'b', sizeOf: null },
      ],
      [],
    ],
  },

  Button: {
    events: ['onClick'],
    properties: (random, id) => (random.chance(0.8) ? { title: `Press ${id.replaceAll('$', 'n')}` } : {}),
    steps: () => [{ do: 'click' }],
  },
  AgGridAlpine: {
    events: ['onRowClick', 'onCellClick'],
    properties: () => ({
      height: 200,
      rowData: { _request: 'rows' },
      columnDefs: [{ field: 'id' }, { field: 'word' }],
    }),
    steps: (random, block) =>
      Object.keys(block.events ?? {}).some((name) => name !== 'onMount')
        ? [{ do: 'cell', index: random.below(3), column: 'word' }]
        : [],
  },
  Paragraph: { properties: (random) => ({ content: shown(random) }) },
  Title: { properties: (random) => ({ content: shown(random), level: 3 }) },
  Html: { properties: (random) => ({ html: shown(random) }) },
  DangerousHtml: { properties: (random) => ({ html: shown(random) }) },
  Markdown: { properties: () => ({ content: 'Some **bold** words' }) },
  Alert: {
    properties: (random) => ({
      message: shown(random),
      ...(random.chance(0.5) && { description: 'Described.' }),
    }),
  },
  Statistic: {
    properties: (random) => ({ title: 'Figure', value: random.pick([5, 1234, { _state: 'count' }]) }),
  },
  Descriptions: {
    properties: (random) => ({
      title: 'Facts',
      items: [
        { label: 'First', value: shown(random) },
        { key: 'Second', value: 2 },
      ],
    }),
  },
  Tag: { properties: (random) => (random.chance(0.7) ? { title: 'Tagged' } : {}) },
  Divider: { properties: (random) => (random.chance(0.7) ? { title: 'Divided' } : {}) },
  Progress: { properties: (random) => ({ percent: random.below(99) }) },
  Result: { properties: () => ({ title: 'Resulting', subTitle: 'below', status: 'info' }) },
  Avatar: { properties: () => ({ content: 'AB' }) },
  Comment: { properties: () => ({ author: 'Ann', datetime: 'now', content: 'Commented.' }) },
  Breadcrumb: {
    properties: () => ({ list: [{ label: 'Up', url: 'https://example.com' }, { label: 'Here' }] }),
  },
  Anchor: { properties: () => ({ title: 'Outside', url: 'https://example.com' }) },
  Img: { properties: () => ({ alt: 'Pictured', src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }) },
  Icon: { properties: () => ({ name: 'AiOutlinePlus' }) },
  EChart: {
    properties: () => ({
      height: 100,
      option: { xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [1] }] },
    }),
  },
  Skeleton: { properties: () => ({}) },
  Spinner: { properties: () => ({}) },

  Box: { holds: true, properties: () => ({}) },
  Span: { holds: true, properties: () => ({}) },
  Card: { holds: true, properties: titled },
  Label: { holds: true, properties: titled },
  Content: { holds: true },
  Layout: { holds: true },
  Affix: { holds: true },
  Badge: { holds: true, properties: (random) => ({ count: random.below(4) }) },
  Tooltip: { holds: true, properties: () => ({ title: 'Hovering' }) },
  Tabs: {
    events: ['onChange'],
    steps: (random) => [{ do: 'tab', title: `Panel ${random.pick(['one', 'two', 'three'])}` }],
  },
  Collapse: {
    events: ['onChange'],
    properties: (random) => (random.chance(0.4) ? { accordion: true } : {}),
    steps: (random) => [{ do: 'tab', title: `Panel ${random.pick(['one', 'two', 'three'])}` }],
  },
  Modal: {
    holds: true,
    events: ['onOpen', 'onClose', 'onOk', 'onCancel', 'afterClose'],
    properties: titled,
    methods: [['toggleOpen'], ['setOpen', { open: true }]],
    steps: (random) => [{ do: 'button', name: random.pick(['ok', 'cancel']) }],
  },
  Drawer: {
    holds: true,
    events: ['onOpen', 'onClose', 'onToggle'],
    properties: (_random, id) => ({ title: `Drawer ${id.replaceAll('$', 'n')}` }),
    methods: [['toggleOpen'], ['setOpen', { open: true }]],
    steps: () => [{ do: 'button', name: 'close' }],
  },
  ConfirmModal: {
    events: ['onOpen', 'onOk', 'onCancel'],
    properties: (_random, id) => ({ title: `Sure of ${id.replaceAll('$', 'n')}?`, content: 'Really?' }),
    methods: [['open']],
    steps: (random) => [{ do: 'button', name: random.pick(['ok', 'cancel']) }],
  },
  ControlledList: {
    list: true,
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.15) && { hideRemoveButton: true }),
    }),
    methods: LIST_METHODS,
    steps: (random) => [{ do: 'add' }, { do: 'add' }, { do: 'remove', index: random.below(2) }],
  },
  List: { list: true, methods: LIST_METHODS },
};
