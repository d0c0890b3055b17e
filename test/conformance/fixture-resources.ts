import type { Resource } from '../../src/area/area.ts';
import { PNG } from './fixture-samples.ts';

export const fixtureResources: readonly Resource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: (uri) => [
      { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'An image that never changes.',
    mimeType: 'image/png',
    read: (uri) => [{ uri, mimeType: 'image/png', blob: PNG }],
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A resource to subscribe to.',
    mimeType: 'text/plain',
    read: (uri) => [{ uri, mimeType: 'text/plain', text: 'Watched.' }],
  },
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data of an id.',
    mimeType: 'application/json',
    read: (uri, { id }) => [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
    complete: { id: (value) => ['123', '456'].filter((id) => id.startsWith(value)) },
  },
];
