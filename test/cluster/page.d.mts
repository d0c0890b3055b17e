import type { Person } from './person.mjs';

export interface Page {
  shown: string;
  messages: number;
  lost: number;
  until(text: string): Promise<void>;
  close(): void;
}

export function createPage(person: Person, path: string): Page;
