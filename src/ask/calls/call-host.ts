import type { Sessions } from '../../session/sessions.ts';
import type { JournalEntry } from '../run/journal.ts';
import type { RunHost } from '../run/run-host.ts';
import { noModel, type Sampler } from '../sampling/sampler.ts';
import type { Notice } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import { addressQuestions } from './address-questions.ts';
import type { CallChanges } from './call-changes.ts';
import { toLogEntries } from './call-log.ts';

/** What all hosts of a process share. */
export interface HostServices {
  sessions: Sessions;
  changes: CallChanges;
  sampler: Sampler | undefined;
}

/** A call's way to its journal, its model and its listeners. A class: one is kept for every suspended tool. */
export class CallHost implements RunHost {
  readonly #services: HostServices;
  readonly #sessionId: string;
  readonly #userId: string;
  readonly #tool: string;
  readonly #clientSamples: boolean;

  constructor(
    services: HostServices,
    call: { sessionId: string; userId: string; tool: string; clientSamples: boolean },
  ) {
    this.#services = services;
    this.#sessionId = call.sessionId;
    this.#userId = call.userId;
    this.#tool = call.tool;
    this.#clientSamples = call.clientSamples;
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    const { sessions, changes } = this.#services;
    const key = { sessionId: this.#sessionId, userId: this.#userId };
    await addressQuestions(sessions, changes, key, entries);
    await sessions.append(key, toLogEntries(entries, this.#userId, this.#tool));
    changes.changed(key);
  }

  sample(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer> | undefined {
    const { sampler } = this.#services;
    if (sampler) return sampler(request, signal);
    if (this.#clientSamples) return undefined;
    throw noModel(this.#tool);
  }

  notice(notice: Notice): void {
    this.#services.changes.notice(this.#sessionId, notice);
  }
}
