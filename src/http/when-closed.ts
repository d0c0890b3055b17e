/** Call when a response or a connection is over; at once where it is already, since it says so only once. */
export function whenClosed(
  closing: { destroyed: boolean; once(event: 'close', listener: () => void): unknown },
  listener: () => void,
): void {
  if (closing.destroyed) listener();
  else closing.once('close', listener);
}
