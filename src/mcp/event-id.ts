/** What the id of an event says, at whatever instance it is read. */
export interface EventPlace {
  stream: string;
  number: number;
  /** What was noted when the stream began; empty if nothing was. */
  note: string;
}

const NOTE = '.';
const PLACE = /^(.+)-(\d{1,9})$/;

export function toEventId({ stream, number, note }: EventPlace): string {
  return `${stream}-${number}${note && NOTE + note}`;
}

/** Undefined if it is none of ours. */
export function parseEventId(id: string): EventPlace | undefined {
  const [place = '', note = ''] = id.split(NOTE);
  const [, stream, number] = PLACE.exec(place) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number), note };
}
