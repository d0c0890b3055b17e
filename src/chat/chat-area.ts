import type { LanguageModel } from 'ai';
import type { Area } from '../area/area.ts';
import { rescueLeft } from '../area/rescue-left.ts';
import type { Route } from '../area/route.ts';
import type { AskArea } from '../ask/door.ts';
import { TandemError } from '../errors.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import { toModelChoice } from './run/model-choice.ts';
import { chatEndpoints } from './serve/chat-endpoints.ts';
import { ChatService } from './serve/chat-service.ts';

export interface ChatAreaOptions {
  /** Whose tools the model may call. */
  asking: AskArea;
  /** For users who are not at this machine. */
  places: PlaceFilter;
  /** Called when the first conversation needs it. */
  model: () => Promise<LanguageModel>;
  systemPrompt?: string | undefined;
  maxRounds?: number | undefined;
}

const BASE = '/api/chat';
const DEFAULT_MAX_ROUNDS = 10;

/** The page where a person chats with a model that calls the folder's asking tools. */
export function createChatArea(options: ChatAreaOptions): Area {
  const { asking, places, model, systemPrompt, maxRounds } = options;
  let service: ChatService | undefined;
  let stopRescuing = () => {};
  let loading: Promise<LanguageModel> | undefined;
  const usual = () => {
    loading ??= model().catch((error: unknown) => {
      // What failed now may work on the next try.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const serviceOrThrow = () => {
    if (!service) throw new TandemError('unavailable', 'The chat has not started yet; try again.');
    return service;
  };
  return {
    name: 'chat',
    pages: [
      { path: '/chat', file: 'chat.html', title: 'Chat' },
      { path: '/chat/:id', file: 'chat.html' },
    ],
    routes: chatEndpoints.map(
      ({ method, path, handle }): Route => ({
        door: 'page',
        method,
        path: BASE + path,
        needsPageToken: method !== 'GET',
        handle: (request, { principal, params }) =>
          handle(request, { service: serviceOrThrow(), actor: principal, params }),
      }),
    ),
    async start({ sessions, log, homes }) {
      if (service) return;
      const started = new ChatService({
        sessions,
        calls: asking.calls,
        tools: asking.askingTools,
        model: toModelChoice(usual, {}),
        models: [],
        systemPrompt,
        takesSystemPrompt: false,
        maxRounds: maxRounds ?? DEFAULT_MAX_ROUNDS,
        log,
        places,
      });
      service = started;
      stopRescuing = rescueLeft(
        () =>
          started.runner
            .rescue()
            .catch((error: unknown) =>
              log.error('conversations of other processes could not be resumed', error),
            ),
        homes,
      );
    },
    async close() {
      stopRescuing();
      await service?.runner.leave();
      service = undefined;
    },
  };
}
