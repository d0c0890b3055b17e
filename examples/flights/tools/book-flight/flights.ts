/* What a real airline would answer: made up, but the same for the same question. */

export interface Flight {
  id: string;
  airline: string;
  departs: string;
  arrives: string;
  price: number;
}

export interface SeatMap {
  rows: number;
  letters: string[];
  taken: string[];
}

const AIRLINES = [
  { name: 'SkyHigh', code: 'SH' },
  { name: 'CloudAir', code: 'CA' },
  { name: 'Meridian', code: 'ME' },
];

export function searchFlights(from: string, destination: string): Flight[] {
  const seed = numberOf(`${from} ${destination}`.toLowerCase());
  return AIRLINES.map(({ name, code }, index) => {
    const departs = 6 * 60 + ((seed >> index) % 40) * 5 + index * 240;
    const takes = 90 + (seed % 240);
    return {
      id: `${code}-${100 + ((seed * (index + 3)) % 900)}`,
      airline: name,
      departs: toTime(departs),
      arrives: toTime(departs + takes),
      price: 149 + ((seed * (index + 7)) % 400),
    };
  });
}

export function seatMapOf(flightId: string): SeatMap {
  const seed = numberOf(flightId);
  const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
  const rows = 30;
  const taken = Array.from({ length: 40 }, (_, index) => {
    const place = (seed + index * 37) % (rows * letters.length);
    return `${1 + Math.floor(place / letters.length)}${letters[place % letters.length]}`;
  });
  return { rows, letters, taken: [...new Set(taken)].filter((seat) => seat !== '12A') };
}

function numberOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return sum;
}

function toTime(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24;
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
