import { type ActionCase, actionCases } from './action-cases.ts';
import { BLOCKS, type BlockCase } from './block-cases.ts';
import { type ShippedTypes, shipped } from './covered-lowdefy.ts';
import {
  CLIENT_OPERATORS,
  ENDPOINT_OPERATORS,
  type EndpointCase,
  type OperatorCase,
  SERVER_OPERATORS,
} from './operator-cases.ts';
import { connectionCases, REQUESTS, type RequestCase } from './request-cases.ts';

/** A case for each type that a version ships. */
export interface CoverageCases {
  clientOperators: Record<string, OperatorCase>;
  serverOperators: Record<string, OperatorCase>;
  endpointOperators: Record<string, EndpointCase>;
  actions: Record<string, ActionCase>;
  blocks: Record<string, BlockCase>;
  requests: Record<string, RequestCase>;
  connections: Record<string, object>;
}

/** `echo` returns what it is sent; nobody listens at `nobody`. */
export function coverageCases(types: ShippedTypes, echo: string, nobody: string): CoverageCases {
  return {
    clientOperators: shipped(CLIENT_OPERATORS, types.operators.client),
    serverOperators: shipped(SERVER_OPERATORS, types.operators.server),
    endpointOperators: shipped(ENDPOINT_OPERATORS, types.operators.server),
    actions: shipped(actionCases(echo), types.actions),
    blocks: shipped(BLOCKS, types.blocks),
    requests: shipped(REQUESTS, types.requests),
    connections: shipped(connectionCases(echo, nobody), types.connections),
  };
}
