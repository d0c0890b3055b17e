import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5 } from '../block-generation.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import { type ChosenFile, toBlobUrl, type UploadAround } from './chosen-file.ts';
import { type FileEntry, filesOf, POST_POLICY } from './file-blocks.ts';
import { policyIn } from './post-policy.ts';
import { sendToS3 } from './s3-post.ts';

/**
 * How components upload that manage the list of files themselves, newest first (4.1 and newer). Since 5 the app may
 * refuse a file, and its value contains a file before it is uploaded.
 */
export async function uploadListed(
  block: EngineBlock,
  files: ChosenFile[],
  { trigger, fail }: UploadAround,
): Promise<void> {
  const before = filesOf(block);
  const entries = files.map(({ entry }) => (isSince5(block) ? { ...entry, url: toBlobUrl() } : entry));
  const taken: ChosenFile[] = [];
  for (const [number, file] of files.entries())
    if (!isSince5(block) || (await trigger('onBeforeUpload', { file: entries[number] }))) taken.push(file);
  let list = taken.length > 0 ? cut(block, [...entries, ...before]) : before;
  const last = entries[files.findLastIndex((file) => taken.includes(file))];
  if (isSince5(block) && last) block.setValue?.({ file: last, fileList: list });
  for (const entry of entries) if (isTold(block, entry, [...before, ...entries])) await trigger('onChange');
  for (const file of taken) await upload(file);

  async function upload({ entry, bytes }: ChosenFile): Promise<void> {
    const { name, lastModified, size, type, uid } = entry;
    const asked = await block.triggerEvent({
      name: POST_POLICY,
      event: { file: { name, lastModified, size, type, uid } },
    });
    const policy = asked.success === true ? policyIn(asked.responses) : undefined;
    if (!policy) {
      await tell('onError', entry);
      return fail(`"${name}" was not uploaded: the app's request for an upload policy failed.`);
    }
    const sent: FileEntry = { ...entry, bucket: policy.fields?.bucket, key: policy.fields?.key, percent: 20 };
    const response = await sendToS3(policy, { name, type, bytes }).catch(() => undefined);
    if (response) await tell('onProgress', sent, 100);
    const isOk = response?.ok === true;
    if (!response || (!isOk && isSince5(block))) await tell('onError', sent);
    // Before 5, components treated every end as a success.
    if (isOk || !isSince5(block)) await tell('onSuccess', sent);
    if (isOk) return;
    const why = response ? `the storage returned ${response.status}` : 'the storage did not respond';
    const word = isSince5(block) ? '' : ' The app treats it as uploaded anyway.';
    fail(`"${name}" was not uploaded: ${why}.${word}`);
  }

  /** The app is notified first, then its value changes. */
  async function tell(event: 'onProgress' | 'onSuccess' | 'onError', file: FileEntry, percent?: number) {
    const { bucket, key, lastModified, name, size, type, uid } = file;
    const entry: FileEntry = {
      bucket,
      key,
      lastModified,
      name,
      percent: event === 'onSuccess' ? 100 : (percent ?? file.percent ?? 0),
      size,
      status: STATUS[event],
      type,
      uid,
      url: toBlobUrl(),
    };
    list = cut(
      block,
      list.map((one) => (one.uid === uid ? entry : one)),
    );
    const value = { file: entry, fileList: list };
    await trigger(event, value);
    block.setValue?.(value);
  }
}

const STATUS = { onProgress: 'uploading', onSuccess: 'done', onError: 'error' } as const;

/** No more than the block holds: the oldest are removed. */
function cut(block: EngineBlock, list: FileEntry[]): FileEntry[] {
  const { singleFile, maxCount } = propertiesOf(block);
  const most = Number.isInteger(maxCount) ? Number(maxCount) : list.length;
  return list.slice(0, singleFile === true ? Math.min(1, most) : most);
}

/** A file that arrives when the block is full is not reported, unless the block holds only one file. */
function isTold(block: EngineBlock, { uid }: FileEntry, all: FileEntry[]): boolean {
  const { maxCount } = propertiesOf(block);
  const most = Number(maxCount);
  return !(most > 1) || all.slice(0, most).some((one) => one.uid === uid);
}
