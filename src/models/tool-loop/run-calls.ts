import { type Clock, type Deadline, settledWithin } from "../../base/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import { type CallSettings, callTool, errorResult, type ToolCall, type ToolResult } from "./call-tool.ts";

/** What running the calls of one reply needs. */
interface CallsSettings extends Omit<CallSettings, "signal"> {
  readonly deadline: Deadline;
  readonly clock: Clock;
  /** Calls the run may still make. */
  readonly callsLeft: number;
  readonly toolCallLimit: number | undefined;
  readonly observer: CallObserver | undefined;
}

/** After the end of a run its tools have so long, in milliseconds, to stop what they started. */
const graceMs = 5000;

/**
 * Runs all calls of one reply at the same time; results are in the order of the calls. Calls beyond the limit get an
 * errored result. When the run ends first, the results are those of the calls that were finished.
 */
export async function runCalls(
  calls: readonly ToolCall[],
  settings: CallsSettings,
): Promise<readonly ToolResult[]> {
  const { deadline, clock, callsLeft, toolCallLimit, observer } = settings;
  const results: (ToolResult | undefined)[] = calls.map(() => undefined);
  const work = calls.map(async (call, index) => {
    if (index < callsLeft) observer?.toolCalled?.({ name: call.name });
    results[index] =
      index < callsLeft
        ? await callTool(call, { ...settings, signal: deadline.signal })
        : errorResult(
            call,
            `The limit of ${toolCallLimit} tool calls is reached. Answer with what you have.`,
          );
  });
  const all = Promise.all(work);
  try {
    await deadline.race(all);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    await settledWithin(all, clock, graceMs);
  }
  return results.filter((result) => result !== undefined);
}
