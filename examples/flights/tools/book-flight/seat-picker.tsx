import './seat-picker.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { RenderableProps } from 'tandem-mcp/ask/client';
import type { SeatMap } from './flights.ts';

export interface Seat {
  row: number;
  seat: string;
}

export interface SeatPickerProps extends RenderableProps<Seat> {
  seatMap: SeatMap;
}

const STEPS: Record<string, [rows: number, letters: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-5, 0],
  PageDown: [5, 0],
};

/** The cabin: free, taken and chosen seats. Arrows move through it, space or Enter chooses. */
export function SeatPicker({ seatMap, onRespond, disabled, response }: SeatPickerProps): ReactNode {
  const { rows, letters, taken } = seatMap;
  const [chosen, setChosen] = useState<Seat | undefined>(response);
  const [at, setAt] = useState({ row: response?.row ?? 1, letter: 0 });
  const cabin = useRef<HTMLDivElement>(null);
  const nameOf = ({ row, seat }: Seat) => `${row}${seat}`;

  // A trace shows the choice without scrolling the page to it.
  useEffect(() => {
    const seat = cabin.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    if (disabled && seat && cabin.current)
      cabin.current.scrollTop = seat.offsetTop - cabin.current.clientHeight / 2;
  }, [disabled]);

  function move(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.min(rows, Math.max(1, at.row + step[0]));
    const letter = Math.min(letters.length - 1, Math.max(0, at.letter + step[1]));
    setAt({ row, letter });
    cabin.current?.querySelector<HTMLElement>(`[data-seat="${row}${letters[letter]}"]`)?.focus();
  }

  return (
    <div className="seats">
      <div
        ref={cabin}
        className={disabled ? 'cabin is-given' : 'cabin'}
        role="radiogroup"
        aria-label="Seats"
        onKeyDown={move}
      >
        {Array.from({ length: rows }, (_, index) => index + 1).map((row) => (
          <div key={row} className="seat-row">
            {letters.map((seat, letter) => {
              const name = nameOf({ row, seat });
              const isTaken = taken.includes(name);
              const isChosen = chosen !== undefined && nameOf(chosen) === name;
              return (
                // biome-ignore lint/a11y/useSemanticElements: 180 radio inputs with labels would be heavier and say the same.
                <button
                  key={seat}
                  type="button"
                  role="radio"
                  className={letter === letters.length / 2 ? 'seat after-aisle' : 'seat'}
                  data-seat={name}
                  aria-checked={isChosen}
                  aria-disabled={isTaken || disabled || undefined}
                  aria-label={isTaken ? `${name}, taken` : name}
                  tabIndex={at.row === row && at.letter === letter ? 0 : -1}
                  onClick={() => {
                    if (disabled || isTaken) return;
                    setAt({ row, letter });
                    setChosen({ row, seat });
                  }}
                >
                  {isTaken ? '×' : seat}
                </button>
              );
            })}
            <span className="seat-number" aria-hidden="true">
              {row}
            </span>
          </div>
        ))}
      </div>
      <p className="seat-legend" aria-hidden="true">
        <span className="seat">A</span> free <span className="seat is-taken">×</span> taken{' '}
        <span className="seat is-chosen">A</span> yours
      </p>
      {disabled ? (
        <p className="seat-given">Seat {chosen ? nameOf(chosen) : ''}</p>
      ) : (
        <button
          type="button"
          className="seat-confirm"
          disabled={!chosen}
          onClick={() => chosen && onRespond(chosen)}
        >
          {chosen ? `Confirm seat ${nameOf(chosen)}` : 'Choose a seat'}
        </button>
      )}
    </div>
  );
}
