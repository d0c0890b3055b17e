/** A response of one JSON text per line, as its lines arrive. Empty lines are signs of life. */
export async function* readLines<T>(response: Response): AsyncGenerator<T> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
    }
  } finally {
    // A reader that stops in the middle also ends the connection.
    await reader.cancel().catch(() => {});
  }
}
