/** A file as the server takes it. */
export interface FileContent {
  name: string;
  type: string;
  lastModified: number;
  base64: string;
}

export async function toFileContent(file: File): Promise<FileContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { name: file.name, type: file.type, lastModified: file.lastModified, base64: btoa(binary) };
}
