/** Counts what has happened within so many milliseconds. */
export function recentTimes(withinMs: number) {
  let times: number[] = [];
  let head = 0;
  return {
    add(at: number) {
      times.push(at);
      forget(at);
    },
    count(now: number) {
      forget(now);
      return times.length - head;
    },
  };

  function forget(now: number): void {
    while (head < times.length && (times[head] ?? now) <= now - withinMs) head += 1;
    if (head < 1024 || head * 2 < times.length) return;
    times = times.slice(head);
    head = 0;
  }
}
