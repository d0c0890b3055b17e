import { TandemError } from '../../errors.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';

/** The model behind `ctx.sample`. */
export type Sampler = (request: SampleRequest, signal: AbortSignal) => Promise<SampleAnswer>;

export function noModel(tool: string): TandemError {
  return new TandemError(
    'unsupported',
    `Tool "${tool}" asks a model, and none is configured. Add a model.ts that exports "model" (any AI SDK model) to the served folder, set ask.model in tandem.yaml, or use a client that offers sampling.`,
  );
}
