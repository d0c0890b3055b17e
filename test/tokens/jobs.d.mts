export interface Job {
  name: string;
  about: string;
}

export interface JobCost {
  calls: { name: string; given: Record<string, unknown>; text: string }[];
  read: number;
  written: number;
}

export const JOBS: Job[];
export function tokensOf(text: string): number;
export function runJob(job: Job): Promise<JobCost>;
export function toGolden(cost: JobCost): string;
