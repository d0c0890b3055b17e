import type { EngineBlock } from '../../engine/engine-types.ts';
import type { ChosenFile, UploadAround } from './chosen-file.ts';
import { type FileEntry, filesOf, POST_POLICY } from './file-blocks.ts';
import { policyIn } from './post-policy.ts';
import { sendToS3 } from './s3-post.ts';

const MAX_PHOTO = 10 * 1024 * 1024;
/** What is left of a browser event as data. */
const EVENT = { isTrusted: true };

/** How the components of 4.0 upload: the value follows each change of the list, newest file last. */
export async function uploadEarly(
  block: EngineBlock,
  files: ChosenFile[],
  { trigger, fail }: UploadAround,
): Promise<void> {
  const isPhoto = block.type === 'S3UploadPhoto';
  const all: FileEntry[] = [
    ...filesOf(block),
    ...files.map(({ entry }) => ({ ...entry, percent: 0, status: 'uploading' })),
  ];
  let list = isPhoto ? all.slice(-1) : all;
  for (const { entry } of files) await change(entry.uid, {});
  for (const file of files) await upload(file);

  async function change(uid: string, news: Partial<FileEntry>): Promise<void> {
    const old = all.find((one) => one.uid === uid);
    if (!old) return;
    Object.assign(old, news);
    list = list.map((one) => (one.uid === uid ? { ...old } : one));
    block.setValue?.({ file: { ...old }, fileList: list });
    await trigger('onChange');
  }

  async function upload({ entry, bytes }: ChosenFile): Promise<void> {
    const { name, size, type, uid } = entry;
    // Here the component fails while reporting it, so the file stays as it is.
    if (isPhoto && size > MAX_PHOTO) return fail(`"${name}" was not uploaded: it has more than 10 MB.`);
    const asked = await block.triggerEvent({
      name: POST_POLICY,
      event: { filename: name, size, type, uid },
    });
    const policy = asked.success === true ? policyIn(asked.responses) : undefined;
    if (!policy) return fail(`"${name}" was not uploaded: the app's request for an upload policy failed.`);
    const { bucket, key } = policy.fields ?? {};
    const meta = { bucket, key, filename: name, size, type, uid };
    await change(uid, { percent: 20 });
    const response = await sendToS3(policy, { name, type, bytes }).catch(() => undefined);
    if (response) await change(uid, { percent: 100, bucket, key });
    // Every response of the storage counts as success.
    const ended = trigger(response ? 'onSuccess' : 'onError', { meta, event: EVENT });
    const done = trigger('onDone', { meta, event: EVENT });
    await ended;
    await change(uid, response ? { status: 'done' } : { status: 'error', bucket, key });
    await done;
    if (response?.ok) return;
    fail(
      response
        ? `"${name}" was not uploaded: the storage returned ${response.status}. The app treats it as uploaded anyway.`
        : `"${name}" was not uploaded: the storage did not respond.`,
    );
  }
}
