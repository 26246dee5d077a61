import { oneLine } from "../../../base/index.ts";
import type { RunReport } from "../../../run/index.ts";
import type { Store } from "../../../stores/index.ts";
import { watchRun } from "../../../workers/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { goOnText } from "../../go-on-text.ts";
import { shellWord } from "../../shell-word.ts";
import { showRun } from "./run-events.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Shows a run until it is over; undefined: somebody at the terminal has left. */
export async function shownRun(
  id: string,
  options: Pick<VerifyOptions, "quiet" | "verbose">,
  { store, io }: { readonly store: Store; readonly io: CommandIo },
): Promise<RunReport | undefined> {
  const shown = showRun(options, io);
  const isShared = store.queue !== undefined;
  const alone = `It is a run of one machine, whose own process works on it. Where that has ended: ${goOnText(id, store)}`;
  if (!isShared) shown.note(alone);
  try {
    return await watchRun({
      ...{ store, id, clock: io.clock, signal: io.interrupted },
      events: shown.events,
      notify: (line) => shown.note(oneLine(store.masked(line))),
      nobodyText: isShared
        ? `No worker takes part in this run. Start one with: npx karenina worker --store ${shellWord(store.name)}`
        : alone,
    });
  } catch (error) {
    if (!io.interrupted.aborted) throw error;
    const named = isShared ? id.slice(0, 8) : `${id.slice(0, 8)} --store ${shellWord(store.name)}`;
    const goesOn = isShared ? "The run goes on." : "The run goes on as long as its own process does.";
    shown.note(`${goesOn} Come back to it with: npx karenina runs watch ${named}`);
    shown.note(`End it with: npx karenina runs cancel ${named}`);
    return undefined;
  }
}
