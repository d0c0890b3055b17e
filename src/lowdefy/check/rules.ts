import type { Rule } from './rule.ts';
import { duplicateId } from './rules/duplicate-id.ts';
import { invalidYaml } from './rules/invalid-yaml.ts';
import { missingDatabase } from './rules/missing-database.ts';
import { missingFile } from './rules/missing-file.ts';
import { missingKey } from './rules/missing-key.ts';
import { missingPlugin } from './rules/missing-plugin.ts';
import { missingRole } from './rules/missing-role.ts';
import { missingVar } from './rules/missing-var.ts';
import { unknownAction } from './rules/unknown-action.ts';
import { unknownBlock } from './rules/unknown-block.ts';
import { unknownConnection } from './rules/unknown-connection.ts';
import { unknownEndpoint } from './rules/unknown-endpoint.ts';
import { unknownEvent } from './rules/unknown-event.ts';
import { unknownKey } from './rules/unknown-key.ts';
import { unknownMethod } from './rules/unknown-method.ts';
import { unknownOperator } from './rules/unknown-operator.ts';
import { unknownPage } from './rules/unknown-page.ts';
import { unknownPayload } from './rules/unknown-payload.ts';
import { unknownRequest } from './rules/unknown-request.ts';
import { unknownType } from './rules/unknown-type.ts';
import { unsetGlobal } from './rules/unset-global.ts';
import { unsetState } from './rules/unset-state.ts';
import { unusedConnection } from './rules/unused-connection.ts';
import { unusedPage } from './rules/unused-page.ts';
import { unusedRequest } from './rules/unused-request.ts';
import { unusedVar } from './rules/unused-var.ts';
import { wrongShape } from './rules/wrong-shape.ts';

export const RULES: readonly Rule[] = [
  invalidYaml,
  missingFile,
  wrongShape,
  missingKey,
  unknownKey,
  duplicateId,
  unknownPage,
  unknownConnection,
  unknownRequest,
  unknownEndpoint,
  unknownBlock,
  unknownMethod,
  unknownEvent,
  unknownAction,
  unknownPayload,
  unknownOperator,
  unknownType,
  missingPlugin,
  missingRole,
  missingDatabase,
  unusedVar,
  missingVar,
  unsetState,
  unsetGlobal,
  unusedPage,
  unusedRequest,
  unusedConnection,
];
