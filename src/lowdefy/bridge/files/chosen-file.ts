import { randomUUID } from 'node:crypto';
import type { UploadFile } from '../actions/action.ts';
import type { FileEntry } from './file-blocks.ts';

/** A file that was chosen, with its content. */
export interface ChosenFile {
  entry: FileEntry;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What an upload needs from its session. */
export interface UploadAround {
  /** Triggers an event of the component, and reports it if it fails. */
  trigger(name: string, event?: object): Promise<boolean>;
  /** Why a file did not arrive. */
  fail(why: string): void;
}

let chosen = 0;

export function toChosen({ name, type, lastModified, base64 }: UploadFile): ChosenFile {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  chosen += 1;
  const uid = `rc-upload-${Date.now()}-${chosen}`;
  return { entry: { name, type, size: bytes.length, lastModified, uid }, bytes };
}

/** The address that browsers give to data in memory. */
export function toBlobUrl(): string {
  return `blob:http://localhost/${randomUUID()}`;
}
