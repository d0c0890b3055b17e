import { TandemError } from '../../../errors.ts';
import type { EngineBlock, EventResult } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import {
  asPayload,
  type ComponentSteps,
  configuredEvents,
  NOTHING,
  propertiesOf,
} from '../components/gesture-step.ts';
import { type FileEntry, filesOf, GET_POLICY } from './file-blocks.ts';

/** Events that the components fire by themselves while they upload. */
const OWN = new Set([
  'onBeforeUpload',
  'onChange',
  'onDone',
  'onError',
  'onProgress',
  'onRemove',
  'onSuccess',
]);

/** Files are chosen by setting the block's value; each can be removed from the list. */
export const s3Upload: ComponentSteps = {
  eventsOf: ({ block }) => [...others(block), ...(canRemove(block) ? ['onRemove'] : [])],
  toSteps({ block }, name, payload) {
    if (name === 'onRemove' && canRemove(block)) {
      const file = chooseFile(block, name, payload, filesOf(block));
      return [{ run: () => remove(block, file), click: 'last' }];
    }
    if (!others(block).includes(name)) return undefined;
    const click = name === 'onClick' ? 'last' : undefined;
    return [{ run: () => block.triggerEvent({ name, event: payload }), click }];
  },
};

/** A list of files; each can be opened with a policy of the app and, since 5, marked for removal. */
export const s3Download: ComponentSteps = {
  eventsOf: ({ block }) => downloadEvents(block),
  toSteps({ block }, name, payload, { openWindow }) {
    if (!downloadEvents(block).includes(name)) return undefined;
    if (name === 'onDownload') {
      const file = chooseFile(block, name, payload, listed(block));
      return [{ run: () => download(block, file, openWindow), click: 'last' }];
    }
    const isRemoval = name === 'onRemove';
    const event = isRemoval ? { file: chooseFile(block, name, payload, listed(block)) } : payload;
    return [{ run: () => block.triggerEvent({ name, event }), click: isRemoval ? 'last' : undefined }];
  },
};

function downloadEvents(block: EngineBlock): string[] {
  const isEmpty = listed(block).length === 0;
  return [
    ...others(block),
    ...(isEmpty ? [] : ['onDownload']),
    ...(hasCross(block) && !isEmpty ? ['onRemove'] : []),
  ];
}

function others(block: EngineBlock): string[] {
  return configuredEvents(block).filter((name) => !OWN.has(name));
}

function canRemove(block: EngineBlock): boolean {
  return propertiesOf(block).showUploadList !== false && filesOf(block).length > 0;
}

function hasCross(block: EngineBlock): boolean {
  return isSince5(block) && propertiesOf(block).showRemoveIcon === true;
}

/** The list names files that have no name. */
function listed(block: EngineBlock): Partial<FileEntry>[] {
  const { fileList } = propertiesOf(block);
  const files: Partial<FileEntry>[] = Array.isArray(fileList) ? fileList : [];
  return files
    .filter((file) => file !== null && typeof file === 'object')
    .map((file, index) => ({ ...file, uid: file.uid ?? `__AUTO__${index}__` }));
}

/** Since 4.1 the list changes silently, and the last file stays last. */
function remove(block: EngineBlock, file: FileEntry) {
  const fileList = filesOf(block).filter(({ uid }) => uid !== file.uid);
  if (isSince45(block)) {
    const { file: last = null } = (block.value ?? {}) as { file?: unknown };
    block.setValue?.({ file: last, fileList });
    return NOTHING;
  }
  block.setValue?.({ file: { ...file, status: 'removed' }, fileList });
  return block.triggerEvent({ name: 'onChange' });
}

async function download(
  block: EngineBlock,
  file: Partial<FileEntry>,
  openWindow: (name: string, url: string) => void,
): Promise<EventResult> {
  const result = await block.triggerEvent({ name: GET_POLICY, event: { file } });
  const { response } = (result.responses[GET_POLICY] ?? {}) as { response?: unknown };
  const [url] = Array.isArray(response) ? response : [];
  if (typeof url === 'string') openWindow(String(file.name ?? file.key ?? ''), url);
  else if (result.success !== false)
    return { ...result, success: false, error: new Error("The app's request returned no address.") };
  return result;
}

/** By its position in the list, its name or its key. */
function chooseFile<T extends Partial<FileEntry>>(
  { blockId }: EngineBlock,
  event: string,
  payload: unknown,
  files: T[],
): T {
  const { index, name, key } = asPayload(payload);
  const found =
    index === undefined
      ? files.find((file) => (key === undefined ? file.name === name : file.key === key))
      : files[Number(index)];
  const isNamed = index !== undefined || name !== undefined || key !== undefined;
  if (found && isNamed) return found;
  throw new TandemError(
    'invalid_input',
    `${event} of "${blockId}" needs the payload {"index": 0}, with the number of a file: 0 to ${files.length - 1}.`,
  );
}
