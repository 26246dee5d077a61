import type { Connect } from "../definition/index.ts";
import { createReplayLlm } from "./replay-ports.ts";
import { sharedRecording } from "./shared-recording.ts";

/** Recorded exchanges from a file. */
export const connectReplay: Connect = async (model, { shared, clock }) => {
  return {
    kind: "llm",
    llm: createReplayLlm(await sharedRecording(model.replayFile ?? "", shared), {
      modelName: model.modelName,
      clock,
      temperature: model.temperature ?? undefined,
    }),
  };
};
