/** A response of one JSON text per line, as its lines arrive. Empty lines are signs of life. */
export async function* readLines(response: Response): AsyncGenerator<unknown> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
    }
  } finally {
    // A reader that stops in the middle also ends the connection.
    await reader.cancel().catch(() => {});
  }
}
