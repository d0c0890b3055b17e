import { POST_POLICY } from './file-blocks.ts';
import type { PostPolicy } from './s3-post.ts';

/** The policy that the app's request returned. */
export function policyIn(responses: Record<string, unknown>): PostPolicy | undefined {
  const { response } = (responses[POST_POLICY] ?? {}) as { response?: unknown };
  const [policy] = Array.isArray(response) ? response : [];
  return typeof policy?.url === 'string' ? policy : undefined;
}
