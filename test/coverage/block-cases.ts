import { expect } from 'vitest';

/** How a block is put on its page, and what is done with it there. */
export interface BlockCase {
  properties?: Record<string, unknown>;
  /** Areas with a text each. */
  areas?: string[];
  /** Set, and must then be in the state. */
  value?: unknown;
  /** The value in the state, if it differs from what was set. */
  kept?: unknown;
  /** A method that a button calls first: closed things and empty lists have no visible content. */
  open?: string;
  /** Set in the state by the page itself, for lists that people cannot add to. */
  items?: object[];
  /** What cannot be done although it is shown. */
  cannot?: string;
}

const options = ['red', 'green'];
const rows = { rowData: [{ name: 'Ann' }], columnDefs: [{ field: 'name' }] };
const date = '2026-01-02T00:00:00.000Z';
const holds: BlockCase = { areas: ['content'], properties: { title: 'Titled' } };
const grid: BlockCase = { properties: rows };
const gridInput: BlockCase = {
  properties: { columnDefs: rows.columnDefs },
  value: [{ name: 'Ben' }],
};

const changes: BlockCase = {
  properties: { title: 'Changed', before: { name: 'Ann' }, after: { name: 'Ben' } },
};

const photo = { name: 'a.png', type: 'image/png', lastModified: 5, size: 3 };
const uploaded = expect.objectContaining({ ...photo, status: 'done', percent: 100 });
const uploads: BlockCase = {
  properties: { s3PostPolicyRequestId: 'policy' },
  value: { ...photo, base64: 'AAAA' },
  kept: { file: uploaded, fileList: [uploaded] },
};

/** All that any version ships. */
export const BLOCKS: Record<string, BlockCase> = {
  Affix: holds,
  AgGridAlpine: grid,
  AgGridAlpineDark: grid,
  AgGridBalham: grid,
  AgGridBalhamDark: grid,
  AgGridInputAlpine: gridInput,
  AgGridInputAlpineDark: gridInput,
  AgGridInputBalham: gridInput,
  AgGridInputBalhamDark: gridInput,
  AgGridInputMaterial: gridInput,
  AgGridMaterial: grid,
  AgentChat: { properties: { agentId: 'helper' } },
  AgentConversations: { properties: { items: [{ key: 'a', label: 'First talk' }] } },
  Alert: { properties: { message: 'Mind the gap', description: 'It is wide' } },
  Anchor: { properties: { title: 'Elsewhere', href: 'https://example.com' } },
  AutoComplete: { properties: { options }, value: 'red' },
  Avatar: { properties: { content: 'AB' } },
  Badge: { areas: ['content'], properties: { count: 3 } },
  Box: holds,
  Breadcrumb: { properties: { list: [{ label: 'Home' }, { label: 'Here' }] } },
  Button: { properties: { title: 'Press' } },
  ButtonSelector: { properties: { options }, value: 'red' },
  // The day is chosen, at the current time of day.
  Calendar: { value: '2026-01-02', kept: expect.stringMatching(/^2026-01-0[123]T/) },
  Card: { areas: ['content', 'title', 'extra'], properties: { title: 'Titled' } },
  Carousel: { areas: ['one', 'two'] },
  CheckboxSelector: { properties: { options }, value: ['red'] },
  CheckboxSwitch: { value: true },
  Collapse: {
    areas: ['one'],
    properties: { panels: [{ key: 'one', title: 'One' }], defaultActiveKey: 'one' },
  },
  ColorSelector: { value: '#ff0000' },
  Comment: { properties: { author: 'Ann', content: 'Well said' } },
  ConfigProvider: { areas: ['content'] },
  ConfirmModal: { properties: { title: 'Sure?' }, open: 'open' },
  Content: holds,
  ControlledList: { areas: ['content'], open: 'pushItem' },
  DangerousHtml: { properties: { html: '<b>Bold</b> words' } },
  DangerousMarkdown: { properties: { content: '# Heading' } },
  DateRangeSelector: { value: ['2026-01-02', '2026-01-05'], kept: [date, '2026-01-05T00:00:00.000Z'] },
  DateSelector: { value: '2026-01-02', kept: date },
  DateTimeSelector: { value: '2026-01-02T03:04:00.000Z' },
  Descriptions: { properties: { items: [{ label: 'Name', value: 'Ann' }] } },
  DiffGit: changes,
  DiffList: changes,
  DiffSideBySide: changes,
  DiffTimeline: changes,
  Divider: { properties: { title: 'Part two' } },
  DocSearch: {},
  Drawer: { areas: ['content'], properties: { title: 'Titled' }, open: 'toggleOpen' },
  DropdownButton: { properties: { title: 'More', items: [{ title: 'Edit', eventName: 'onEdit' }] } },
  DropdownMenu: {
    areas: ['content'],
    properties: { links: [{ id: 'landing', type: 'MenuLink', pageId: 'landing' }] },
  },
  EChart: {
    properties: { option: { xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [5] }] } },
  },
  Flex: { areas: ['content'] },
  FloatButton: { properties: { tooltip: 'Press' } },
  Footer: holds,
  GoogleMaps: { properties: { markers: [{ position: { lat: 1, lng: 2 } }] } },
  GoogleMapsHeatmap: { properties: { data: [{ lat: 1, lng: 2 }] } },
  GoogleMapsScript: { areas: ['content'] },
  Header: holds,
  Html: { properties: { html: '<p>Plain words</p>' } },
  Icon: { properties: { name: 'AiOutlineUser' } },
  Img: { properties: { src: 'https://example.com/a.png', alt: 'A picture' } },
  Label: { areas: ['content'], properties: { title: 'Titled' } },
  Layout: holds,
  List: { areas: ['content'], open: 'pushItem' },
  Markdown: { properties: { content: '**Strong** words' } },
  MarkdownWithCode: { properties: { content: 'With `code`' } },
  Masonry: { areas: ['content'] },
  MasonryList: { areas: ['content'], items: [{}] },
  Menu: { properties: { links: [{ id: 'landing', type: 'MenuLink', pageId: 'landing' }] } },
  Message: { properties: { content: 'Passing by' } },
  MobileMenu: { properties: { links: [{ id: 'landing', type: 'MenuLink', pageId: 'landing' }] } },
  Modal: { areas: ['content'], properties: { title: 'Titled' }, open: 'toggleOpen' },
  MonthSelector: { value: '2026-01-01', kept: '2026-01-01T00:00:00.000Z' },
  MultipleSelector: { properties: { options }, value: ['red'] },
  Notification: { properties: { message: 'Passing by' } },
  NumberInput: { value: 5 },
  PageHeaderMenu: { areas: ['content'] },
  PageSidebarLayout: { areas: ['content'] },
  PageSiderMenu: { areas: ['content'] },
  Pagination: {
    properties: { total: 100 },
    value: { current: 2, pageSize: 10, skip: 10 },
  },
  Paragraph: { properties: { content: 'Some words' } },
  ParagraphInput: { value: 'typed' },
  PasswordInput: { value: 'sesame', kept: '••••' },
  PhoneNumberInput: {
    value: { region: 'BE', phone_number: '+32470123456', input: '470123456' },
    kept: {
      region: { code: 'BE', dial_code: '+32', flag: '🇧🇪', name: 'Belgium' },
      phone_number: '+32470123456',
      input: '470123456',
    },
    properties: { defaultRegion: 'BE' },
  },
  Popover: { areas: ['content'], properties: { title: 'Titled' } },
  Progress: { properties: { percent: 40 } },
  ProgressBar: { properties: { progress: 40 } },
  QRCode: { properties: { value: 'https://example.com' } },
  QRScanner: {
    value: 'scanned',
    kept: {
      decodedText: 'scanned',
      result: { text: 'scanned', format: { format: 0, formatName: 'QR_CODE' } },
    },
  },
  RadioSelector: { properties: { options }, value: 'red' },
  RatingSlider: { value: 3 },
  Result: { properties: { title: 'Done', subTitle: 'All of it' } },
  S3Download: {
    properties: {
      s3GetPolicyRequestId: 'numbers',
      fileList: [{ key: 'a.txt', name: 'a.txt', type: 'text/plain' }],
    },
  },
  S3UploadButton: uploads,
  S3UploadDragger: uploads,
  S3UploadPhoto: uploads,
  Search: { properties: { documents: [{ id: 'a', title: 'Apples' }], placeholder: 'Look for' } },
  SegmentedSelector: { properties: { options }, value: 'red' },
  Selector: { properties: { options }, value: 'red' },
  Sider: holds,
  Skeleton: {},
  SkeletonAvatar: {},
  SkeletonButton: {},
  SkeletonInput: {},
  SkeletonParagraph: {},
  Slider: { properties: { min: 0, max: 10 }, value: 5 },
  Span: holds,
  Spinner: {},
  Splitter: { areas: ['left', 'right'], properties: { panels: [{ key: 'left' }, { key: 'right' }] } },
  Statistic: { properties: { title: 'Sold', value: 7 } },
  Steps: { properties: { current: 1, items: [{ title: 'First' }, { title: 'Second' }] } },
  Switch: { value: true },
  Tabs: { areas: ['one'], properties: { tabs: [{ key: 'one', title: 'One' }] } },
  Tag: { properties: { title: 'New' } },
  TextArea: { value: 'typed' },
  TextInput: { value: 'typed' },
  Throw: { properties: { message: 'Not shown' } },
  TimelineList: { areas: ['content'], items: [{}] },
  TiptapInput: { value: 'typed', kept: expect.objectContaining({ text: 'typed' }) },
  TiptapMentionInput: { value: 'typed', kept: expect.objectContaining({ text: 'typed' }) },
  Title: { properties: { content: 'Heading' } },
  TitleInput: { value: 'typed' },
  Tooltip: { areas: ['content'], properties: { title: 'Explained' } },
  Tour: { properties: { open: true, steps: [{ title: 'Look here', description: 'At this' }] } },
  TreeSelector: {
    properties: { options: [{ label: 'Red', value: 'red', children: [{ label: 'Pink', value: 'pink' }] }] },
    value: ['pink'],
  },
  Watermark: { areas: ['content'], properties: { text: 'Secret' } },
  // Its weeks begin on Sundays.
  WeekSelector: { value: '2025-12-29', kept: '2025-12-28T00:00:00.000Z' },
};
