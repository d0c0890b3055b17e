import type { FileUIPart } from 'ai';
import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { POST_POLICY } from '../files/file-blocks.ts';
import { checkKind } from '../files/file-kinds.ts';
import { policyIn } from '../files/post-policy.ts';
import { postToS3 } from '../files/s3-post.ts';
import { chatPropertiesOf } from './chat-record.ts';

/** A file attached to a message. */
export interface ChatFile {
  /** What the app learns about it. */
  about: { name: string; size: number; type: string };
  /** As part of a message; uploaded first if the app wants that. */
  toPart(): Promise<FileUIPart>;
}

const SHAPE = '{"name": "a.pdf", "type": "application/pdf", "base64": "…"}';

/** The component requests permission to upload with its own event. */
export function registerUploads(block: EngineBlock): void {
  const { s3PostPolicyRequestId: request } = chatPropertiesOf(block).sender?.attachments ?? {};
  const actions = [{ id: POST_POLICY, type: 'Request', params: [request] }];
  if (request) block.registerEvent?.({ name: POST_POLICY, actions });
}

/** Files from an agent; refused if a person could not attach them. */
export function toChatFiles(block: EngineBlock, given: unknown): ChatFile[] {
  if (given === undefined) return [];
  const { blockId } = block;
  const { attachments } = chatPropertiesOf(block).sender ?? {};
  if (!attachments?.enabled)
    throw new TandemError('forbidden', `"${blockId}" takes no files; send the text without them.`);
  if (!Array.isArray(given)) throw wrong(blockId);
  return given.map((file) => {
    const { name, type, base64 } = (file ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof type !== 'string' || typeof base64 !== 'string')
      throw wrong(blockId);
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    if (bytes.length === 0 && base64 !== '') throw wrong(blockId);
    const about = { name, size: bytes.length, type };
    check(blockId, about, attachments);
    const toUrl = attachments.s3PostPolicyRequestId
      ? () => upload(block, about, bytes)
      : async () => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    return {
      about,
      toPart: async () => ({ type: 'file', url: await toUrl(), mediaType: type, filename: name }),
    };
  });
}

async function upload(
  block: EngineBlock,
  about: ChatFile['about'],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const asked = await block.triggerEvent({ name: POST_POLICY, event: { file: about } });
  if (asked.success !== true) throw new Error('S3 post policy request failed.');
  const policy = policyIn(asked.responses);
  if (!policy) throw new Error('S3 post policy request failed.');
  return postToS3(policy, { ...about, bytes });
}

function check(
  blockId: string,
  { name, size, type }: ChatFile['about'],
  { accept, maxSize }: { accept?: unknown; maxSize?: unknown },
): void {
  if (typeof maxSize === 'number' && maxSize > 0 && size > maxSize)
    throw new TandemError(
      'invalid_input',
      `"${name}" has ${size} bytes; "${blockId}" takes files of up to ${maxSize}.`,
    );
  checkKind(blockId, accept, { name, type });
}

function wrong(blockId: string): TandemError {
  return new TandemError(
    'invalid_input',
    `"files" of "${blockId}" must be a list of files such as ${SHAPE}.`,
  );
}
