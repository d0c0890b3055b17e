import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, hint, note, title, toNode } from './block-node.ts';
import { toInput } from './input-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asArray, asRecord } from './shown-text.ts';
import { toTable } from './table-part.ts';

const EXAMPLE = { name: 'a.pdf', type: 'application/pdf', base64: '…' };
const PHOTO = { name: 'a.png', type: 'image/png', base64: '…' };

/** An upload field: its text, its files, and how to add one. */
export const renderUpload: BlockRender = (block, context) => {
  const { properties, events } = block;
  const { accept, maxCount, singleFile, showUploadList } = properties;
  const isPhoto = block.type === 'S3UploadPhoto';
  const files = showUploadList === false ? [] : asArray(asRecord(block.value).fileList);
  return [
    toInput(block, {
      unlabelled: true,
      before: [title(titleOf(block))],
      value: null,
      after: [
        ...filesTable(block, files, context),
        files.length === 0 ? note('No files') : undefined,
        fact('accepts', isPhoto ? 'image/*' : accept),
        field('Most files', maxCount),
        fact('upload', {
          type: 'setValue',
          value: singleFile ? (isPhoto ? PHOTO : EXAMPLE) : [isPhoto ? PHOTO : EXAMPLE],
        }),
        context.uploads?.length
          ? hint('Or by path', { value: { path: `${context.uploads[0]}/…` } })
          : undefined,
        removing(events),
      ],
    }),
  ];
};

/** A list of files to open. */
export const renderDownload: BlockRender = (block, context) => {
  const files = asArray(block.properties.fileList);
  return [
    toNode('display', block, {
      attributes: { files: files.length },
      parts: [
        ...filesTable(block, files, context),
        block.events.includes('onDownload')
          ? hint('To download', { event: 'onDownload', payload: { index: 0 } })
          : undefined,
        removing(block.events),
      ],
    }),
  ];
};

function titleOf({ type, properties }: BlockSnapshot): unknown {
  switch (type) {
    case 'S3UploadButton':
      return asRecord(properties.button).title ?? 'Upload';
    case 'S3UploadPhoto':
      return properties.title ?? 'Upload image';
    default:
      return properties.title ?? 'Click or drag to add a file.';
  }
}

function removing(events: string[]): ViewPart | undefined {
  return events.includes('onRemove')
    ? hint('To remove', { event: 'onRemove', payload: { index: 0 } })
    : undefined;
}

function filesTable(
  block: BlockSnapshot,
  files: unknown[],
  context: RenderContext,
): (ViewPart | undefined)[] {
  if (files.length === 0) return [];
  const cells = (index: number) => {
    const { name, key, size, type, status } = asRecord(files[index]);
    return [name ?? key, size, type, status];
  };
  return toTable(block, ['File', 'Size', 'Type', 'Status'], { total: files.length, cells }, context);
}
