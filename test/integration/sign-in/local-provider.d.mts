import type { CryptoKey } from 'jose';

export interface LocalProvider {
  issuer: string;
  state: {
    /** Who signs in next. */
    user: 'ada' | 'ben';
    /** Whether that person refuses. */
    refuses: boolean;
    /** Method and path of what was requested of it. */
    requests: string[];
    /** What it requested of clients. */
    fetched: string[];
    /** What the token endpoint returns instead of its own answer. */
    tokenAnswer: (() => object | Promise<object>) | undefined;
  };
  publicKey: CryptoKey;
  sign(
    claims: Record<string, unknown>,
    options?: { header?: Record<string, unknown>; key?: CryptoKey | Uint8Array },
  ): Promise<string>;
  close(): Promise<void>;
}

export function startLocalProvider(options?: {
  clients?: Record<string, unknown>[];
  /** Client metadata documents by address. With them, clients cannot register. */
  documents?: Record<string, object>;
  scopes?: string;
  accessTokenSeconds?: number;
}): Promise<LocalProvider>;
