import type { EngineBlock } from '../../engine/engine-types.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import type { UiState } from '../ui-state.ts';

/** What components store about a file. The address is valid only in the browser. */
export interface FileEntry {
  name: string;
  type: string;
  size: number;
  lastModified: number;
  uid: string;
  bucket?: string | undefined;
  key?: string | undefined;
  percent?: number;
  status?: string;
  url?: string;
}

/** Components request permission to upload or download with their own events. */
export const POST_POLICY = '__getS3PostPolicy';
export const GET_POLICY = '__getS3DownloadPolicy';

const POLICIES: Record<string, { event: string; property: string }> = {
  S3Download: { event: GET_POLICY, property: 's3GetPolicyRequestId' },
  S3UploadButton: { event: POST_POLICY, property: 's3PostPolicyRequestId' },
  S3UploadDragger: { event: POST_POLICY, property: 's3PostPolicyRequestId' },
  S3UploadPhoto: { event: POST_POLICY, property: 's3PostPolicyRequestId' },
};

/** These clear themselves when they appear, whatever the app set before. */
const EMPTYING = new Set(['S3UploadButton', 'S3UploadPhoto']);

export function isUpload({ type }: Pick<EngineBlock, 'type'>): boolean {
  return POLICIES[type]?.event === POST_POLICY;
}

/** What components for files do when they appear. */
export function mountFiles(block: EngineBlock, ui: UiState, enters: boolean): void {
  const policy = POLICIES[block.type];
  if (!policy) return;
  const { event, property } = policy;
  if (!block.Events.events[event])
    block.registerEvent?.({
      name: event,
      actions: [{ id: event, type: 'Request', params: [propertiesOf(block)[property]] }],
    });
  if (!EMPTYING.has(block.type) || (ui.uploading[block.blockId] && !enters)) return;
  ui.uploading[block.blockId] = true;
  block.setValue?.({ file: null, fileList: [] });
}

/** The files that a block contains now. */
export function filesOf({ value }: EngineBlock): FileEntry[] {
  const { fileList } = (value ?? {}) as { fileList?: unknown };
  return Array.isArray(fileList) ? fileList.filter((file) => file !== null && typeof file === 'object') : [];
}
