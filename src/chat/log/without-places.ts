import type { PlaceFilter } from '../../lib/place-filter.ts';
import type { ChatEvent } from '../../protocol/chat-stream.ts';

/**
 * An event without paths on this machine. It is stored like this, so that the model does not know them either and
 * cannot repeat them.
 */
export function withoutPlaces(event: ChatEvent, places: PlaceFilter): ChatEvent {
  switch (event.type) {
    case 'tool_error':
      return { ...event, error: places.message(event.error) };
    case 'error':
    case 'plugin_session_error':
      return { ...event, message: places.message(event.message) };
    case 'tool_result':
    case 'plugin_elicit_request':
    case 'plugin_session_status':
      return places.data(event);
    default:
      return event;
  }
}
