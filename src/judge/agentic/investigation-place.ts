import type { InvestigationView } from "./investigation.ts";

/** Where an investigator looks: in a copy of the workspace, in a folder with the trace alone, or in the prompt. */
export function placeOf({ contextMode, traceAsFile }: InvestigationView): "workspace" | "trace" | "prompt" {
  if (contextMode !== "trace_only") return "workspace";
  return traceAsFile ? "trace" : "prompt";
}

/** How the investigator gets the trace; null: not at all. */
export function traceShown({ contextMode, traceAsFile }: InvestigationView): "file" | "prompt" | null {
  if (contextMode === "workspace_only") return null;
  return traceAsFile ? "file" : "prompt";
}
