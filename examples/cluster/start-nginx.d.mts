export interface RunningNginx {
  certificate: string;
  pid: number;
  stop(): Promise<void>;
}

export const withoutNginx: string | undefined;
export function startNginx(options: {
  dir: string;
  site: string;
  files?: Record<string, string>;
  names: string[];
  port: number;
  settings?: string;
}): Promise<RunningNginx>;
