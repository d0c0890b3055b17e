import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
import { book } from './bookings.ts';
import { type Flight, searchFlights, seatMapOf } from './flights.ts';

const flightSchema = z.object({
  id: z.string(),
  airline: z.string(),
  departs: z.string(),
  arrives: z.string(),
  price: z.number(),
});

export const bookFlight = createMcpTool('book_flight')
  .description(
    'Book a flight for the user. Asks them which flight and which seat, and answers with the ticket.',
  )
  .parameters(
    z.object({
      from: z.string().min(1).describe('City or airport to leave from'),
      destination: z.string().min(1).describe('City or airport to go to'),
    }),
  )
  .limits({ timeout: 60_000 })
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string().describe('The number of the flight, such as SH-142') }),
      context: z.object({ flights: z.array(flightSchema) }),
    },
    pickSeat: {
      response: z.object({
        row: z.int().min(1).max(60).describe('Row'),
        seat: z
          .string()
          .regex(/^[A-Za-z]$/, 'one letter')
          .describe('Letter of the seat'),
      }),
      context: z.object({
        seatMap: z.object({ rows: z.number(), letters: z.array(z.string()), taken: z.array(z.string()) }),
      }),
    },
  })
  .execute(function* ({ from, destination }, ctx) {
    yield* ctx.notify(`Looking for flights from ${from} to ${destination}`, 0.1);
    const flights = yield* ctx.step('search flights', () => searchFlights(from, destination));

    let flight: Flight | undefined;
    for (let wrong = ''; !flight; ) {
      const picked = yield* ctx.elicit('pickFlight', {
        message: `${wrong}Select a flight from ${from} to ${destination}: ${flights.map(toWords).join('; ')}.`,
        flights,
      });
      if (picked.action !== 'accept')
        return { booked: false, because: `The flight was not chosen (${picked.action}).` };
      const { flightId } = picked.content;
      flight = flights.find(({ id }) => id.toLowerCase() === flightId.trim().toLowerCase());
      wrong = `There is no flight ${flightId}. `;
    }

    const { id } = flight;
    const seatMap = yield* ctx.step('load seats', () => seatMapOf(id));
    let seat: string | undefined;
    for (let wrong = ''; !seat; ) {
      const picked = yield* ctx.elicit('pickSeat', {
        message: `${wrong}Select your seat on ${id}: rows 1 to ${seatMap.rows}, ${seatMap.letters.join(' ')}.`,
        seatMap,
      });
      if (picked.action !== 'accept')
        return { booked: false, because: `The seat was not chosen (${picked.action}).` };
      const { row, seat: letter } = picked.content;
      const wanted = `${row}${letter.toUpperCase()}`;
      const isThere = row <= seatMap.rows && seatMap.letters.includes(letter.toUpperCase());
      if (isThere && !seatMap.taken.includes(wanted)) seat = wanted;
      wrong = `Seat ${wanted} is ${isThere ? 'taken' : 'not on this plane'}. `;
    }

    const { text: tip } = yield* ctx.sample({
      prompt: `One short travel tip for somebody who arrives at ${destination} at ${flight.arrives}.`,
      maxTokens: 200,
    });
    const number = yield* ctx.random();
    const ticket = {
      flight: id,
      seat,
      ticketNumber: `TKT-${String(Math.floor(number * 1e8)).padStart(8, '0')}`,
    };
    const ticketNumber = yield* ctx.step('book', ({ idempotencyKey }) =>
      book({ ...ticket, key: idempotencyKey }),
    );
    return { ticketNumber, flight, seat, price: flight.price, tip };
  });

/** For clients that show nothing but words. */
function toWords({ id, airline, departs, price }: Flight): string {
  return `${airline} ${id} at ${departs} for $${price}`;
}
