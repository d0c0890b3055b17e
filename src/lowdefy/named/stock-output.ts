import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { isSecretInput } from '../render/input-node.ts';
import { asArray, asRecord, htmlText, plainText } from '../render/shown-text.ts';
import { chartOutput, mapOutput } from './chart-output.ts';
import { tableOutput } from './table-output.ts';

type OutputsIn = (areas: Record<string, BlockSnapshot[]>) => Record<string, unknown>;
type ToOutput = (block: BlockSnapshot, outputsIn: OutputsIn) => unknown;

/** What a stock block shows, as data; undefined for layout, controls and decoration. */
export function stockOutput(block: BlockSnapshot, outputsIn: OutputsIn): unknown {
  const known = OUTPUTS.get(block.type);
  if (known) return known(block, outputsIn);
  switch (block.category) {
    case 'input':
    case 'input-container':
      return isSecretInput(block) ? undefined : block.value;
    case 'list':
      return listOutput(block, outputsIn);
    case 'display':
      return Object.keys(block.properties).length > 0 ? block.properties : undefined;
    default:
      return undefined;
  }
}

const nothing: ToOutput = () => undefined;

const statistic: ToOutput = ({ properties }) => {
  const { title, value, prefix, suffix } = properties;
  // An empty value is shown as zero.
  const shown = plainText(value) === undefined ? 0 : value;
  return present({ title: htmlText(title), value: shown, prefix, suffix });
};

/** Labels and values, whether they are configured as a list or as an object. */
const descriptions: ToOutput = ({ properties }) => {
  const { title, items } = properties;
  const pairs = Array.isArray(items)
    ? items.map((item) => {
        const { key, label, value = null } = asRecord(item);
        return [htmlText(key) ?? htmlText(label) ?? '', shownValue(value)] as const;
      })
    : Object.entries(asRecord(items)).map(([key, value]) => [key, shownValue(value)] as const);
  return present({ title: htmlText(title), items: Object.fromEntries(pairs) });
};

const alert: ToOutput = ({ properties }) =>
  present({
    status: plainText(properties.type) ?? 'info',
    message: htmlText(properties.message),
    description: htmlText(properties.description),
  });

const result: ToOutput = ({ properties }) =>
  present({
    status: plainText(properties.status) ?? 'info',
    title: htmlText(properties.title),
    description: htmlText(properties.subTitle),
  });

const progress: ToOutput = ({ properties }) =>
  present({ percent: properties.percent ?? 0, status: plainText(properties.status) });

const comment: ToOutput = ({ properties }) =>
  present({
    author: htmlText(properties.author),
    time: plainText(properties.datetime),
    content: htmlText(properties.content),
  });

const badge: ToOutput = ({ properties }) => {
  const { count, text } = properties;
  return count === undefined && plainText(text) === undefined
    ? undefined
    : present({ count, text: plainText(text) });
};

const steps: ToOutput = ({ properties, ui }) => ({
  current: ui.current ?? properties.current ?? 0,
  steps: asArray(properties.items).map((item) => htmlText(asRecord(item).title) ?? ''),
});

const files: ToOutput = ({ properties }) => ({
  rows: asArray(properties.fileList).map((file) => {
    const { name, type, size, lastModified } = asRecord(file);
    return present({ name, type, size, lastModified });
  }),
});

const changes: ToOutput = ({ properties }) => {
  const { before, after } = properties;
  return present({ before, after });
};

/** Each item by the ids of its blocks, without the name of the list and the index. */
const listOutput: ToOutput = ({ blockId, items, value }, outputsIn) => {
  const rows = items.map((areas, index) => {
    const start = `${blockId}.${index}.`;
    const outputs = Object.entries(outputsIn(areas)).map(
      ([id, output]) => [id.startsWith(start) ? id.slice(start.length) : id, output] as const,
    );
    // Items that show no data, such as links, are still items of the app's data.
    return outputs.length > 0 ? Object.fromEntries(outputs) : (asArray(value)[index] ?? {});
  });
  return { rows, total: rows.length };
};

function text(...names: string[]): ToOutput {
  return ({ properties }) => names.map((name) => htmlText(properties[name])).find(Boolean);
}

/** Markdown is meant to be read as it is. */
function rawText(name: string): ToOutput {
  return ({ properties }) => plainText(properties[name]);
}

function shownValue(value: unknown): unknown {
  return typeof value === 'string' ? (htmlText(value) ?? '') : value;
}

/** Without what is missing. */
function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

const OUTPUTS: ReadonlyMap<string, ToOutput> = new Map(
  Object.entries<ToOutput>({
    AgGridAlpine: tableOutput,
    AgGridAlpineDark: tableOutput,
    AgGridBalham: tableOutput,
    AgGridBalhamDark: tableOutput,
    AgGridMaterial: tableOutput,
    AgGridInputAlpine: tableOutput,
    AgGridInputAlpineDark: tableOutput,
    AgGridInputBalham: tableOutput,
    AgGridInputBalhamDark: tableOutput,
    AgGridInputMaterial: tableOutput,
    Table: tableOutput,
    EChart: chartOutput,
    GoogleMaps: mapOutput,
    GoogleMapsHeatmap: mapOutput,

    Statistic: statistic,
    Descriptions: descriptions,
    Alert: alert,
    Result: result,
    Progress: progress,
    Comment: comment,
    Badge: badge,
    Steps: steps,
    S3Download: files,
    DiffGit: changes,
    DiffList: changes,
    DiffSideBySide: changes,
    DiffTimeline: changes,
    Box: rawText('content'),
    Span: rawText('content'),
    Markdown: rawText('content'),
    MarkdownWithCode: rawText('content'),
    DangerousMarkdown: rawText('content'),
    Html: text('html'),
    DangerousHtml: text('html'),
    Paragraph: text('content'),
    Title: text('content'),
    Tag: text('title'),
    Avatar: text('content', 'alt'),
    Img: text('alt', 'src'),
    QRCode: rawText('value'),
    ConfirmModal: text('content'),

    // Controls, navigation and decoration.
    Anchor: nothing,
    AgentChat: nothing,
    AgentConversations: nothing,
    Breadcrumb: nothing,
    Button: nothing,
    Divider: nothing,
    DropdownButton: nothing,
    FloatButton: nothing,
    Icon: nothing,
    Menu: nothing,
    Message: nothing,
    MobileMenu: nothing,
    Notification: nothing,
    ProgressBar: nothing,
    Search: nothing,
    Skeleton: nothing,
    SkeletonAvatar: nothing,
    SkeletonButton: nothing,
    SkeletonInput: nothing,
    SkeletonParagraph: nothing,
    Spinner: nothing,
    Throw: nothing,
    Tour: nothing,
    DocSearch: nothing,
  }),
);
