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
    { _nunjucks: { template: 'n {{ n }} of {{ count }}', on: { _state: true } } },
    {
      '_string.concat': [
        'upper ',
        { '_change_case.constantCase': { on: { _if_none: [{ _state: 'n' }, ''] } } },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: the operator's own word
    { _if: { test: { _gt: [{ _state: 'count' }, 1] }, then: 'many', else: 'few' } },
    {
      _switch: {
        // biome-ignore lint/suspicious/noThenProperty: the operator's own word
        branches: [{ if: { _eq: [{ _state: 'm' }, 'x'] }, then: 'm is x' }],
        default: { '_json.stringify': { _user: true } },
      },
    },
    { '_string.concat': ['at ', { _location: 'pathname' }, ' ', { _media: 'size' }] },
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
const LIST_METHODS = [
  ['pushItem'],
  ['pushItem'],
  ['unshiftItem'],
  ['removeItem', 0],
  ['moveItemDown', 0],
  ['moveItemUp', 0],
];
const DAYS = ['2026-01-02', '2026-03-04', '2025-12-31'];
const days = DAYS.map((day) => ({ _date: day }));

const changing = { input: true, events: ['onChange'] };
/** Components of rc.11 tell nobody of these, and those of all newer versions do. */
const FOCUS = ['onFocus', 'onBlur'];
const entering = { input: true, events: ['onChange', 'onPressEnter', ...FOCUS] };
const choosing = { input: true, events: ['onChange', 'onClear', ...FOCUS] };
const enter = (block) => (block.events?.onPressEnter ? [{ do: 'enter' }] : []);
const clicking = (block, more = {}) => (block.events?.onClick ? [{ do: 'click', ...more }] : []);
const ROWS = [
  { word: 'a', sizeOf: 1 },
  { word: 'b', sizeOf: null },
];
const grid = {
  events: ['onRowClick', 'onCellClick', 'onRowSelected', 'onSelectionChanged'],
  properties: (random) => ({
    height: 200,
    rowData: { _request: 'rows' },
    columnDefs: [{ field: 'id' }, { field: 'word' }],
    ...(random.chance(0.5) && { rowSelection: random.pick(['single', 'multiple']) }),
    ...(random.chance(0.3) && {
      getRowId: {
        _function: { '__string.concat': ['w', { '__number.toString': { on: { __args: '0.data.id' } } }] },
      },
    }),
  }),
  // A row without events is selected with nobody being told, in the client alone.
  steps: (random, block) =>
    block.events?.onRowClick || block.events?.onCellClick
      ? [{ do: 'cell', index: random.below(3), column: 'word' }]
      : [],
};
const gridInput = {
  input: true,
  rules: false,
  events: ['onCellValueChanged'],
  properties: () => ({
    height: 150,
    columnDefs: [
      { field: 'word', editable: true },
      { field: 'sizeOf', headerName: 'Size' },
    ],
  }),
  values: [ROWS, []],
  steps: (random, block) =>
    block.events?.onCellValueChanged ? [{ do: 'write', index: 0, column: 'word', text: text(random) }] : [],
};

/**
 * What is known of each type: its properties, whether it takes values or holds blocks, its events, methods that
 * apps call, values that apps set, and what a person does to it (`steps`).
 */
export const BLOCKS = {
  TextInput: {
    ...entering,
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.2) && { label: random.pick([{ extra: 'Extra.' }, { disabled: true }]) }),
      ...(random.chance(0.2) && { replaceInput: { pattern: '[aeiou]', replacement: '-' } }),
    }),
    values: WORDS,
    methods: [['setValue', 'by method']],
    steps: (random, block) => [{ do: 'fill', text: random.pick([...WORDS, '']) }, ...enter(block)],
  },
  TextArea: {
    ...changing,
    events: ['onChange', ...FOCUS],
    properties: titled,
    values: WORDS,
    steps: (random) => [{ do: 'fill', text: text(random) }],
  },
  PasswordInput: {
    ...entering,
    properties: titled,
    values: WORDS,
    steps: (random, block) => [{ do: 'fill', text: text(random) }, ...enter(block)],
  },
  NumberInput: {
    ...entering,
    properties: (random, id) => ({ ...titled(random, id), ...(random.chance(0.3) && { min: 0, max: 50 }) }),
    values: [0, 1, 2.5, 42],
    steps: (random, block) => [
      { do: 'fill', text: random.pick(['0', '1', '2.5', '42', '']) },
      ...enter(block),
    ],
  },
  Switch: { ...changing, properties: titled, values: [true, false], steps: () => [{ do: 'switch' }] },
  CheckboxSwitch: {
    ...changing,
    properties: (random, id) => ({ ...titled(random, id), description: 'Agreed.' }),
    values: [true, false],
    steps: () => [{ do: 'switch' }],
  },
  Selector: {
    ...choosing,
    properties: withOptions,
    values: ['one', 2, 'three', 'unknown'],
    steps: (random) => [{ do: 'choose', option: random.pick(LABELS) }, { do: 'clear' }],
  },
  MultipleSelector: {
    ...choosing,
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
    events: ['onChange', 'onSearch', ...FOCUS],
    properties: (random, id) => ({ ...titled(random, id), options: ['apple', 'pear'] }),
    values: ['apple', 'plum'],
    steps: (random) => [{ do: 'fill', text: random.pick(['app', 'pl', '']) }],
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
    // Of a year that begins on a Sunday: pickers take a week for the day on which the year began.
    steps: () => [{ do: 'pick', text: '2023-7th', date: '2023-02-14' }],
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
    events: ['onChange', 'onCodeChange', 'onInputChange', 'onPressEnter'],
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.5) && { defaultRegion: 'GB' }),
      allowedRegions: ['US', 'ZA', 'GB'],
    }),
    steps: (random, block) => [
      { do: 'fill', text: random.pick(['123', '4567']) },
      random.pick([
        { do: 'region', code: 'ZA', name: 'South Africa' },
        { do: 'region', code: 'US', name: 'United States' },
      ]),
      ...enter(block),
    ],
  },
  Pagination: {
    ...changing,
    rules: false,
    events: ['onChange', 'onSizeChange'],
    properties: (random) => ({
      total: random.pick([45, 95]),
      ...(random.chance(0.3) && { showSizeChanger: random.chance(0.5), pageSizeOptions: [10, 25] }),
    }),
    steps: (random) => [
      { do: 'page', number: 1 + random.below(5) },
      { do: 'size', size: random.pick([20, 25]) },
    ],
  },
  TitleInput: {
    ...changing,
    events: ['onChange', 'onStart'],
    rules: false,
    values: ['Heading'],
    steps: (random) => [{ do: 'edit', text: text(random) }],
  },
  ParagraphInput: {
    ...changing,
    events: ['onChange', 'onStart'],
    rules: false,
    values: ['Words'],
    steps: (random) => [{ do: 'edit', text: text(random) }],
  },
  AgGridInputAlpine: gridInput,
  AgGridInputAlpineDark: gridInput,
  AgGridInputBalham: gridInput,
  AgGridInputBalhamDark: gridInput,
  ColorSelector: {
    ...changing,
    properties: titled,
    values: ['#112233', '#abc'],
    steps: (random) => [{ do: 'fill', text: random.pick(['#ff8800', '#00aa00', '#112233']) }],
  },
  QRScanner: { input: true, rules: false, properties: () => ({ inactiveByDefault: true }) },

  Button: {
    events: ['onClick'],
    properties: (random, id) => (random.chance(0.8) ? { title: `Press ${id.replaceAll('$', 'n')}` } : {}),
    steps: () => [{ do: 'click' }],
  },
  AgGridAlpine: grid,
  AgGridAlpineDark: grid,
  AgGridBalham: grid,
  AgGridBalhamDark: grid,
  AgGridMaterial: grid,
  Paragraph: { properties: (random) => ({ content: shown(random) }) },
  Title: { properties: (random) => ({ content: shown(random), level: 3 }) },
  Html: { properties: (random) => ({ html: shown(random) }) },
  DangerousHtml: { properties: (random) => ({ html: shown(random) }) },
  Markdown: { properties: () => ({ content: 'Some **bold** words' }) },
  DangerousMarkdown: { properties: () => ({ content: 'Some **bold** words' }) },
  MarkdownWithCode: { properties: () => ({ content: 'Some **bold** words' }) },
  Alert: {
    events: ['onClose'],
    steps: () => [{ do: 'close' }],
    properties: (random) => ({
      message: shown(random),
      ...(random.chance(0.4) && { closable: true }),
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
  Tag: {
    events: ['onClick', 'onClose'],
    properties: (random) => ({
      ...(random.chance(0.7) && { title: 'Tagged' }),
      ...(random.chance(0.4) && { closable: true }),
    }),
    steps: (_random, block) => [{ do: 'close' }, ...clicking(block)],
  },
  Divider: { properties: (random) => (random.chance(0.7) ? { title: 'Divided' } : {}) },
  Progress: { properties: (random) => ({ percent: random.below(99) }) },
  Result: { properties: () => ({ title: 'Resulting', subTitle: 'below', status: 'info' }) },
  Avatar: {
    events: ['onClick'],
    properties: () => ({ content: 'AB' }),
    steps: (_random, block) => clicking(block),
  },
  Comment: { properties: () => ({ author: 'Ann', datetime: 'now', content: 'Commented.' }) },
  Breadcrumb: {
    properties: () => ({ list: [{ label: 'Up', url: 'https://example.com' }, { label: 'Here' }] }),
  },
  Anchor: { properties: () => ({ title: 'Outside', url: 'https://example.com' }) },
  Img: {
    events: ['onClick'],
    properties: () => ({
      alt: 'Pictured',
      src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      width: 20,
      height: 20,
    }),
    steps: (_random, block) => clicking(block),
  },
  Icon: { properties: () => ({ name: 'AiOutlinePlus' }) },
  EChart: {
    properties: () => ({
      height: 100,
      option: { xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [1] }] },
    }),
  },
  Skeleton: { properties: () => ({}) },
  SkeletonAvatar: {},
  SkeletonButton: {},
  SkeletonInput: {},
  SkeletonParagraph: {},
  Spinner: { properties: () => ({}) },
  ProgressBar: { properties: () => ({ progress: 40 }) },
  Message: {
    events: ['onClose'],
    properties: () => ({ content: 'From the block', duration: 0.2 }),
    methods: [['open'], ['open', { content: 'By method.' }]],
  },
  Notification: {
    events: ['onClose'],
    properties: (random) => ({
      ...(random.chance(0.5) && { message: 'Notified' }),
      ...(random.chance(0.5) && { description: 'Described.' }),
      duration: 0.2,
    }),
    methods: [['open']],
  },

  Box: { holds: true, clickable: true, events: ['onClick'], properties: () => ({}) },
  Span: { holds: true, clickable: true, events: ['onClick'], properties: () => ({}) },
  Card: {
    holds: true,
    clickable: true,
    events: ['onClick'],
    properties: titled,
    steps: (_random, block) => clicking(block, { corner: true }),
  },
  // Else it lies on what comes after it.
  Header: { holds: true, properties: () => ({ style: { height: 'auto' } }) },
  Footer: { holds: true },
  Sider: {
    holds: true,
    events: ['onOpen', 'onClose'],
    methods: [['toggleOpen'], ['setOpen', { open: false }]],
  },
  Carousel: {
    events: ['beforeChange', 'afterChange'],
    properties: () => ({ speed: 300 }),
    methods: [['next'], ['prev'], ['goTo', { slide: 'two' }]],
  },
  Label: { holds: true, properties: titled },
  Content: { holds: true },
  Layout: { holds: true },
  Affix: { holds: true },
  Badge: { holds: true, properties: (random) => ({ count: random.below(4) }) },
  Tooltip: { holds: true, properties: () => ({ title: 'Hovering' }) },
  Tabs: {
    events: ['onChange', 'onTabClick'],
    methods: [['setActiveKey', { activeKey: 'two' }]],
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
    events: ['onOpen', 'onClose', 'onToggle', 'afterOpenChange', 'afterClose'],
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
    events: ['onAdd', 'onRemove'],
    properties: (random, id) => ({
      ...titled(random, id),
      ...(random.chance(0.15) && { hideRemoveButton: true }),
    }),
    methods: LIST_METHODS,
    steps: (random) => [{ do: 'add' }, { do: 'add' }, { do: 'remove', index: random.below(2) }],
  },
  List: { list: true, methods: LIST_METHODS },
  TimelineList: { list: true },
};
