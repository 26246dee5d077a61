import { type Clock, formatShare, oneLine } from "../../base/index.ts";
import type { Results, VerificationResult } from "../../result/index.ts";
import { liveLines } from "./live-lines.ts";
import type { Terminal } from "./terminal.ts";

/** Shortest time between two drawings. */
const drawIntervalMs = 100;

/** What is written, and where that is shown. */
interface Writing {
  /** The name of the file. */
  readonly name: string;
  /** How many results there are. */
  readonly of: number;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** Passes results on to who writes them and shows how far that is: on a terminal a line that goes at the end, elsewhere nothing. */
export async function* showWritten(
  results: Results,
  { name, of, terminal, clock }: Writing,
): AsyncGenerator<VerificationResult> {
  if (!terminal.interactive) {
    yield* results;
    return;
  }
  const lines = liveLines(terminal);
  let drawnAt = clock.monotonic();
  let written = 0;
  try {
    for await (const result of results) {
      yield result;
      written++;
      if (clock.monotonic() - drawnAt < drawIntervalMs) continue;
      drawnAt = clock.monotonic();
      lines.show([oneLine(`${name}: ${written} of ${of} results, ${formatShare(written / of)}`)]);
    }
  } finally {
    lines.clear();
  }
}
