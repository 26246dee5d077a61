import { KareninaError } from "../../base/index.ts";
import type { ModelConfig } from "../../config/index.ts";
import type { ModelInterface } from "../../models/definition/index.ts";
import type { ReuseSource } from "./reuse-source.ts";

/** How a model is reached of which nothing is known but its answers. Results name the interface that it had then. */
const takenOver: ModelInterface = {
  name: "taken_over",
  label: "answers of an earlier run",
  tier: "tool_loop",
  reached: "here",
  mediaTypes: ["image/*", "application/pdf"],
  preparedAnswers: true,
  answeringOnly: true,
  takes: {},
  connect: async ({ id }) => {
    throw new KareninaError("configuration", `Nothing says how model "${id}" is reached.`, {
      hint: "Name the model with its settings, or leave out the answers that it has not given.",
    });
  },
};

/** The models under test of an earlier run, for a run that names none. */
export const takenModels = ({ models }: Pick<ReuseSource, "models">): readonly ModelConfig[] =>
  models.map(({ id, identity }) => ({ id, modelName: identity.modelName, interface: takenOver }));

/** True for a model of which nothing is known but its answers: it is never asked. */
export const isTakenOver = ({ name }: ModelInterface): boolean => name === takenOver.name;
