import './flight-list.css';
import type { ReactNode } from 'react';
import type { RenderableProps } from 'tandem-mcp/ask/client';
import { Airplane } from './airplane.tsx';
import type { Flight } from './flights.ts';

export interface FlightListProps extends RenderableProps<{ flightId: string }> {
  flights: Flight[];
}

/** Flights to choose from; afterwards the same with the choice marked. */
export function FlightList({ flights, onRespond, disabled, response }: FlightListProps): ReactNode {
  return (
    <div className="flights">
      <p className="flights-title">
        <Airplane /> {flights.length} flights
      </p>
      <ul>
        {flights.map((flight) => (
          <li key={flight.id}>
            <button
              type="button"
              className="flight"
              disabled={disabled}
              aria-pressed={response?.flightId === flight.id}
              onClick={() => onRespond({ flightId: flight.id })}
            >
              <AirlineMark airline={flight.airline} />
              <span className="flight-name">
                <strong>{flight.airline}</strong> <small>{flight.id}</small>
              </span>
              <span className="flight-times">
                <time>{flight.departs}</time> <span aria-hidden="true">→</span>
                <span className="flights-hidden">to</span> <time>{flight.arrives}</time>
              </span>
              <span className="flight-price">${flight.price}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The airline's initials in its colour: the same airline always has the same. */
function AirlineMark({ airline }: { airline: string }): ReactNode {
  const initials = airline.replace(/[^A-Z]/g, '').slice(0, 2) || airline.slice(0, 1);
  const colour = ([...airline].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7) % 3;
  return (
    <span className={`airline-mark airline-${colour}`} aria-hidden="true">
      {initials}
    </span>
  );
}
