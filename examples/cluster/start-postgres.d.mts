export interface RunningPostgres {
  url: string;
  pid(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

export const hasPostgresBinaries: boolean;
export function startPostgres(options?: {
  settings?: string[];
  detached?: boolean;
}): Promise<RunningPostgres>;
