import { TandemError } from '../../../errors.ts';
import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import type { GivenFiles, UploadFile } from '../actions/action.ts';
import { bubbleClick } from '../actions/clicks.ts';
import { checkedBlock } from '../actions/reach-block.ts';
import type { AppSession } from '../app-session.ts';
import { isSince45 } from '../block-generation.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import { reportEvent } from '../event-failure.ts';
import { checkUsable, type Located } from '../locate-block.ts';
import { toChosen, type UploadAround } from './chosen-file.ts';
import { filesOf } from './file-blocks.ts';
import { checkKind } from './file-kinds.ts';
import { uploadEarly } from './upload-early.ts';
import { uploadListed } from './upload-listed.ts';

const EXAMPLE = '{"name": "a.pdf", "type": "application/pdf", "base64": "…"}';

/** Chooses files in an upload component, as a person does: it uploads them with a policy of the app. */
export async function uploadFiles(
  session: AppSession,
  located: Located,
  value: unknown,
  given: GivenFiles | undefined,
): Promise<void> {
  const { block } = located.tree;
  const { blockId, type } = block;
  checkGiven(block, value, given);
  if ('refused' in given) throw new TandemError('invalid_input', given.refused);
  if (session.app.settings.readOnly)
    throw new TandemError('forbidden', 'This app is read-only (mcp.readOnly), so nothing can be uploaded.');
  checkFiles(block, given.files);
  const { recorder } = session;
  const around: UploadAround = {
    async trigger(name, event) {
      const result = await block.triggerEvent({ name, event });
      reportEvent(recorder, result);
      return result.success !== false;
    },
    fail: (why) => recorder.note({ success: false, error: why }),
  };
  if (type !== 'S3UploadDragger') {
    const clicked: Triggered | undefined =
      type === 'S3UploadButton' ? block.triggerEvent({ name: 'onClick' }) : undefined;
    const clicks = bubbleClick(located);
    if (clicked) reportEvent(recorder, await clicked);
    await Promise.all(clicks);
    // What the click did may prevent people from choosing a file.
    checkUsable(checkedBlock(session, blockId).tree.block);
  }
  const files = given.files.map(toChosen);
  await (isSince45(block) ? uploadListed : uploadEarly)(block, files, around);
}

function checkGiven(
  { blockId, ...block }: EngineBlock,
  value: unknown,
  given: GivenFiles | undefined,
): asserts given is GivenFiles {
  if (given) return;
  if (value === null)
    throw new TandemError(
      'forbidden',
      filesOf({ blockId, ...block }).length > 0
        ? `"${blockId}" cannot be cleared at once. Remove files with its event onRemove and the payload {"index": 0}.`
        : `"${blockId}" has no files.`,
    );
  throw new TandemError(
    'invalid_input',
    `"${blockId}" uploads files. Use setValue with a file such as ${EXAMPLE}, or with a list of them.`,
  );
}

/** What the file input does not accept. */
function checkFiles(block: EngineBlock, files: UploadFile[]): void {
  const { blockId, type } = block;
  const { accept, singleFile, maxCount } = propertiesOf(block);
  const isPhoto = type === 'S3UploadPhoto';
  for (const file of files) checkKind(blockId, isPhoto ? 'image/*' : accept, file);
  if (singleFile && files.length > 1)
    throw new TandemError('invalid_input', `"${blockId}" takes one file at a time, not ${files.length}.`);
  if (isSince45(block)) {
    if (Number.isInteger(maxCount) && files.length > Number(maxCount))
      throw new TandemError(
        'invalid_input',
        `"${blockId}" takes at most ${maxCount} files, not ${files.length}.`,
      );
  } else if (type === 'S3UploadButton' && singleFile && filesOf(block).length > 0)
    throw new TandemError(
      'forbidden',
      `"${blockId}" takes one file and already has one. Remove it with its event onRemove first.`,
    );
}
