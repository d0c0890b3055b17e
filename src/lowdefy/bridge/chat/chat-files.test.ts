import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { registerUploads, toChatFiles } from './chat-files.ts';

let server: Server;
let received: string;
let status: number;

beforeEach(async () => {
  [received, status] = ['', 204];
  server = createServer(async (request, response) => {
    for await (const part of request) received += part;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const registered: object[] = [];

function block(attachments: object, isAllowed = true): EngineBlock {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  const policy = { url, fields: { key: 'up/a.txt', policy: 'signed' } };
  return {
    blockId: 'chat',
    eval: { properties: { sender: { attachments: { enabled: true, ...attachments } } } },
    registerEvent: (event: object) => void registered.push(event),
    triggerEvent: async () => ({
      success: isAllowed,
      responses: { __getS3PostPolicy: { response: [policy] } },
    }),
  } as unknown as EngineBlock;
}

const file = { name: 'a.txt', type: 'text/plain', base64: Buffer.from('Hello').toString('base64') };
const part = (one: EngineBlock) => toChatFiles(one, [file])[0]?.toPart();

test('a file is sent with its message as data', async () => {
  expect(await part(block({}))).toEqual({
    type: 'file',
    url: `data:text/plain;base64,${file.base64}`,
    mediaType: 'text/plain',
    filename: 'a.txt',
  });
});

test('if the app has an upload policy, the file is uploaded and its address is sent with the message', async () => {
  const given = block({ s3PostPolicyRequestId: 'policy' });
  registerUploads(given);
  expect(registered).toEqual([
    {
      name: '__getS3PostPolicy',
      actions: [expect.objectContaining({ type: 'Request', params: ['policy'] })],
    },
  ]);
  expect(await part(given)).toMatchObject({ url: expect.stringMatching(/\/bucket\/up\/a\.txt$/) });
  expect(received).toContain('signed');
  expect(received).toContain('Hello');
});

test('a refused upload is reported', async () => {
  status = 403;
  await expect(part(block({ s3PostPolicyRequestId: 'policy' }))).rejects.toThrow(
    'S3 upload failed with status 403',
  );
  await expect(part(block({ s3PostPolicyRequestId: 'policy' }, false))).rejects.toThrow(
    'S3 post policy request failed.',
  );
});
