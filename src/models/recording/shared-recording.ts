import type { ConnectContext } from "../definition/index.ts";
import { loadRecording, type Recording } from "./recording.ts";

/** A recording that is read once for a run, however many models it serves. */
export function sharedRecording(file: string, shared: ConnectContext["shared"]): Promise<Recording> {
  return shared(`recording ${file}`, () => loadRecording(file));
}
