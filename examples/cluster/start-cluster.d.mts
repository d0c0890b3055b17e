import type { RunningNginx } from './start-nginx.mjs';
import type { RunningPostgres } from './start-postgres.mjs';

export interface Instance {
  name: string;
  port: number;
  folder: string;
  url: string;
  pid(): number | undefined;
  log(): string;
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Cluster {
  url: string;
  certificate: string | undefined;
  nginx: RunningNginx | undefined;
  withoutNginx: string | undefined;
  instances: Instance[];
  database: string;
  postgres: RunningPostgres | undefined;
  keys: { ANN_KEY: string; BEN_KEY: string };
  stop(): Promise<void>;
}

export function startCluster(options?: {
  instances?: number;
  databaseUrl?: string | undefined;
  app?: string;
  configure?(config: Record<string, unknown>): Record<string, unknown>;
  env?: Record<string, string>;
  sticky?: boolean;
}): Promise<Cluster>;
