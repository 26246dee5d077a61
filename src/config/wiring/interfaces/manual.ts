import type { Connect } from "../wiring.ts";

/** Prepared answers from a file. */
export const connectManual: Connect = async (model) => {
  const { createManualAgent, loadManualTraces } = await import("../../../models/manual/index.ts");
  return {
    kind: "prepared",
    agent: createManualAgent({ traces: await loadManualTraces(model.manualTracesPath ?? "") }),
  };
};
