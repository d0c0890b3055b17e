/** The credential of an `Authorization: Bearer …` header; undefined when there is none or it is malformed. */
export function parseBearer(header: string | undefined): string | undefined {
  // Visible ASCII only: two joined headers, control characters and spaces inside do not match.
  return header === undefined ? undefined : /^Bearer +([\x21-\x7e]+)$/i.exec(header.trim())?.[1];
}
