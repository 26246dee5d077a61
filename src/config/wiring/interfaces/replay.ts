import type { Connect } from "../wiring.ts";

/** Recorded exchanges from a file. */
export const connectReplay: Connect = async (model, { recording, clock }) => {
  const { createReplayLlm } = await import("../../../models/recording/index.ts");
  return {
    kind: "llm",
    llm: createReplayLlm(await recording(model.replayFile ?? ""), {
      modelName: model.modelName,
      clock,
      ...(model.temperature === null ? {} : { temperature: model.temperature }),
    }),
  };
};
