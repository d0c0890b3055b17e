/** What callers saw, counted: calls, times of those that succeeded, and failures by kind. */
export function createFigures() {
  let calls = 0;
  const times = [];
  const failures = new Map();
  return {
    /** The same caller, counted. */
    watch(caller) {
      return {
        ...caller,
        async call(...args) {
          calls++;
          const start = performance.now();
          try {
            const result = await caller.call(...args);
            times.push(performance.now() - start);
            return result;
          } catch (error) {
            const kind = toKind(error.message);
            failures.set(kind, (failures.get(kind) ?? 0) + 1);
            throw error;
          }
        },
      };
    },
    get calls() {
      return calls;
    },
    summary() {
      times.sort((a, b) => a - b);
      const at = (part) => times[Math.floor(times.length * part)] ?? 0;
      return { calls, succeeded: times.length, p50: at(0.5), p99: at(0.99), failures };
    },
  };
}

export function printFigures({ calls, succeeded, p50, p99, failures }, seconds) {
  console.log(
    `${calls} calls in ${seconds.toFixed(0)} s (${(calls / seconds).toFixed(1)} a second), ${succeeded} succeeded: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${failed} failed${failed > 0 ? ':' : ''}`);
  for (const [kind, count] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`  ${count} × ${kind}`);
}

/** The message without what differs from call to call. */
function toKind(message) {
  return message
    .replace(/<[^>]*>/g, ' ')
    .replace(/\b(sess|ask|err)_\w+/g, '$1_…')
    .replace(/\b(?!50[234]\b)\d+/g, 'N')
    .replace(/\s+/g, ' ')
    .slice(0, 160);
}
