import { makePlugin } from 'tandem-mcp/ask/client';
import { FlightList } from './flight-list.tsx';
import { SeatPicker } from './seat-picker.tsx';
import { bookFlight } from './tool.ts';

/** How the questions of `book_flight` look. Runs in the browser; of the tool it gets a description only. */
export const bookFlightPlugin = makePlugin(bookFlight)
  .onElicit({
    *pickFlight(req, ctx) {
      const picked = yield* ctx.render(FlightList, { flights: req.flights });
      return { action: 'accept', content: picked };
    },
    *pickSeat(req, ctx) {
      const picked = yield* ctx.render(SeatPicker, { seatMap: req.seatMap });
      return { action: 'accept', content: picked };
    },
  })
  .build();
