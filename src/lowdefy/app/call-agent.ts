import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import type { Scrub } from '../connections/create-scrub.ts';
import { readOnlyError } from '../connections/read-only.ts';
import type { LowdefyPackages } from './app.ts';
import { reasonOf } from './failure-reason.ts';
import { scrubFailures } from './scrub-failures.ts';
import { environmentName, missingSecrets, type Secrets } from './secrets.ts';

type Api = LowdefyPackages['api'];

/** How the API calls an agent of the app. Failures become one sentence that names the agent and contains no secret. */
export function withClearAnswers(
  { callAgent }: Api,
  { secrets, scrub, readOnly }: { secrets: Secrets; scrub: Scrub; readOnly: boolean },
): Pick<Api, 'callAgent'> {
  if (!callAgent) return {};
  return {
    async callAgent(context, call) {
      if (readOnly) throw readOnlyError('Tandem cannot tell what its own agents would do');
      const { agentId } = call as { agentId: string };
      await checkSecrets(context, agentId);
      try {
        const { response } = await callAgent(context, call);
        return { response: new Response(response.body && scrubFailures(response.body, scrub)) };
      } catch (error) {
        throw new TandemError('unavailable', describeAgentFailure(agentId, error, scrub));
      }
    },
  };

  async function checkSecrets(context: object, agentId: string): Promise<void> {
    const { readConfigFile } = context as { readConfigFile(path: string): Promise<unknown> };
    const agent = await readConfigFile(`agents/${agentId}.json`);
    if (!isRecord(agent)) return;
    const connection = await readConfigFile(`connections/${agent.connectionId}.json`);
    const [secret] = missingSecrets([agent.properties, connection], secrets);
    if (secret !== undefined)
      throw new TandemError(
        'unavailable',
        `Agent "${agentId}" needs the secret "${secret}", which is not set. Set the environment variable ${environmentName(secret)} and start again.`,
      );
  }
}

/** When an error quotes a whole conversation, the beginning is enough. */
const MAX_CHARACTERS = 400;

/** Why an agent did not reply, or stopped in the middle. */
export function describeAgentFailure(agentId: string, error: unknown, scrub: Scrub = (text) => text): string {
  const reason = scrub(withoutQuotes(reasonOf(error) ?? 'no reason was given'));
  const shown = reason.length > MAX_CHARACTERS ? `${reason.slice(0, MAX_CHARACTERS)}…` : toSentence(reason);
  return `Agent "${agentId}" failed: ${shown}`;
}

/** The AI SDK quotes an invalid conversation whole; what is wrong with it is at the end, as JSON. */
function withoutQuotes(reason: string): string {
  const [, failed, issues] = /^(.*?): Value: [\s\S]*\nError message: ([\s\S]*)$/.exec(reason) ?? [];
  if (failed === undefined || issues === undefined) return reason;
  const messages = [...issues.matchAll(/"message": "([^"]*)"/g)].map(([, message]) => message);
  return `${failed}: ${[...new Set(messages)].join('; ') || issues}`;
}
