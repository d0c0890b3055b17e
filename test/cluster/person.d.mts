import type { WebSocket } from 'ws';

export interface Person {
  get(path: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  open(path: string): Promise<WebSocket>;
  close(): void;
}

export function createPerson(options: {
  url: string;
  key: string;
  ca: Buffer;
  localAddress?: string;
}): Promise<Person>;
