/** What a request of type AwsS3PresignedPostPolicy returns. */
interface PostPolicy {
  url: string;
  fields?: Record<string, string>;
}

interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const UPLOAD_MS = 60_000;

/** Upload a file as components do, with the form that a policy allows. Returns the address of what was uploaded. */
export async function postToS3({ url, fields = {} }: PostPolicy, file: UploadedFile): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file.bytes], { type: file.type }), file.name);
  const signal = AbortSignal.timeout(UPLOAD_MS);
  const response = await fetch(url, { method: 'POST', body: form, signal }).catch(() => {
    throw new Error('S3 upload network error');
  });
  if (!response.ok) throw new Error(`S3 upload failed with status ${response.status}`);
  return `${url.endsWith('/') ? url : `${url}/`}${fields.key}`;
}
