import { reasonOf } from '../app/failure-reason.ts';

/** The result of an endpoint, in the format of the API and the client. */
export interface EndpointResult {
  success: boolean;
  response?: unknown;
  error?: unknown;
  status?: string;
}

/** The message of a failed call, or one that names the endpoint. */
export function toEndpointError(error: unknown, endpointId: string): string {
  return reasonOf(error) ?? `Endpoint "${endpointId}" failed.`;
}
