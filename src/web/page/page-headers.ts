/** What a cookie alone must not do needs the page's own token. */
export async function pageHeaders(
  onSignedOut = (): void => location.reload(),
): Promise<Record<string, string>> {
  const response = await fetch('/api/page-token');
  // Reloading shows how to sign in again.
  if (response.status === 401) onSignedOut();
  const { token } = (await response.json()) as { token: string };
  return { 'X-Tandem-Token': token };
}
