export interface Relay {
  url: string;
  refuse(): void;
  silence(): void;
  open(): void;
  close(): void;
}

export function createRelay(target: string): Promise<Relay>;
