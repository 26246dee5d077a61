export { createManualAgent } from "./agent.ts";
export { loadManualTraces } from "./manual-traces.ts";
