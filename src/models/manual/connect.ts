import type { Connect } from "../definition/index.ts";
import { createManualAgent } from "./agent.ts";
import { loadManualTraces } from "./manual-traces.ts";

/** Prepared answers from a file. */
export const connectManual: Connect = async (model) => {
  return {
    kind: "prepared",
    agent: createManualAgent({ traces: await loadManualTraces(model.manualTracesPath ?? "") }),
  };
};
