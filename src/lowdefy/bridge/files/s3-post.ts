/** What a request of type AwsS3PresignedPostPolicy returns. */
export interface PostPolicy {
  url: string;
  fields?: Record<string, string>;
}

interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const UPLOAD_MS = 60_000;

/** Sends a file as components do, with the form that a policy allows. Throws if no server responds. */
export async function sendToS3({ url, fields = {} }: PostPolicy, file: UploadedFile): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file.bytes], { type: file.type }), file.name);
  const signal = AbortSignal.timeout(UPLOAD_MS);
  return fetch(url, { method: 'POST', body: form, signal });
}

/** Uploads a file, and returns its address. */
export async function postToS3(policy: PostPolicy, file: UploadedFile): Promise<string> {
  const response = await sendToS3(policy, file).catch(() => {
    throw new Error('S3 upload network error');
  });
  if (!response.ok) throw new Error(`S3 upload failed with status ${response.status}`);
  const { url, fields } = policy;
  return `${url.endsWith('/') ? url : `${url}/`}${fields?.key}`;
}
