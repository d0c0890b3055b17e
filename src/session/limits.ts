import { z } from 'zod';

const positive = (fallback: number) => z.int().min(1).default(fallback);

/** What one request of an app may bring, where nothing else is said. */
export const DEFAULT_MAX_RESPONSE_MB = 10;

/** `mcp.limits`. The names are what error messages tell people to raise. */
export const limitsSchema = z.strictObject({
  maxActionsPerCall: positive(100),
  /** Open sessions per user; tool sessions count towards maxOpenAsks instead. */
  maxSessionsPerUser: positive(50),
  /** An open session not used for this long expires. Tool sessions follow askExpiryDays. */
  sessionExpiryMinutes: positive(1440),
  /** On HTTP, per principal and per session. */
  requestsPerMinute: positive(600),
  /** MCP connections and streams over HTTP; past it, the idle one that was not used for longest makes room. */
  maxConnectionsPerUser: positive(100),
  /** On HTTP, per address and per key: keys, tokens and sign-ins that are not right. */
  wrongKeysPerMinute: positive(60),
  /** So long may an app's own code run without a pause before it is stopped. */
  appBusySeconds: positive(10),
  /** So much memory may an app take in each of its processes. */
  appMemoryMb: z.int().min(64).default(2048),
  /** What one request of an app may bring. */
  maxResponseMb: positive(DEFAULT_MAX_RESPONSE_MB),
  /** How much the files of one upload may have together. */
  maxUploadMb: positive(10),
  maxResultTokens: positive(20_000),
  /** Questions that wait for an answer at the same time, per user. */
  maxOpenAsks: positive(100),
  askExpiryDays: positive(180),
  /** Closed and expired sessions are kept, with their log, for this long. */
  keepEndedDays: positive(30),
});

export type Limits = z.infer<typeof limitsSchema>;

export const defaultLimits: Limits = limitsSchema.parse({});
