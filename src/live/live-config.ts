import { z } from 'zod';

/** Limits of one call of app code. */
const luaLimitsSchema = z.strictObject({
  callSeconds: z.number().min(0.1).max(600).default(10),
  memoryMb: z.int().min(8).max(2048).default(128),
});

/** `live:` in `tandem.yaml` of the served folder. */
export const liveSchema = z.strictObject({
  /** Where `serve` and autostart work; by default the served project that has `apps/`, otherwise `.ui`. */
  baseDir: z.string().min(1).optional(),
  /** Folders outside the served one that may be a base_dir. */
  allow: z.array(z.string().min(1)).default([]),
  /** Configure and start at the first call that needs it. */
  autostart: z.boolean().default(false),
  /** Who may build besides the person at this machine, by user id. */
  users: z.array(z.string().min(1)).default([]),
  /** Whether scripts in views run; by default only where the server is bound to loopback. */
  scripts: z.boolean().optional(),
  limits: luaLimitsSchema.prefault({}),
});

export type LiveConfig = z.output<typeof liveSchema>;

/** What app code may access on the host: `permissions:` in `tandem.yaml` of the base folder. */
export const permissionsSchema = z.strictObject({
  files: z.enum(['none', 'base_dir', 'full']).default('base_dir'),
  commands: z.union([z.enum(['none', 'all']), z.array(z.string().min(1))]).default('none'),
  network: z.union([z.literal('none'), z.array(z.string().min(1))]).default('none'),
});

export interface FolderSettings {
  permissions: z.output<typeof permissionsSchema>;
  limits: LiveConfig['limits'];
  /** Files and folders that other parts of the server execute, links resolved. */
  offLimits: readonly string[];
}
