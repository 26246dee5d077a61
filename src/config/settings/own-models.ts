import * as z from "zod";
import type { AnswerFunction } from "../../models/application/index.ts";
import type { SdkLanguageModel } from "../../models/definition/index.ts";
import type { OwnAgent, OwnLlm } from "../../models/given-model/index.ts";
import { settingsAbout } from "./setting.ts";

const setting = settingsAbout("model");

const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";

/** A model itself, in place of how it is reached. Only code can give it. */
export const ownModelSettings = {
  llm: setting({
    schema: z.custom<OwnLlm>(
      (value) => hasMethod(value, "generate"),
      "expected an object with a method `generate`",
    ),
    about: "in code: [a connection of your own](own-models.md)",
  }),
  agent: setting({
    schema: z.custom<OwnAgent>((value) => hasMethod(value, "run"), "expected an object with a method `run`"),
    about:
      "in code: [an agent of your own](own-models.md); as a judge it needs `llm` or `model` too, which writes its verdicts",
  }),
  model: setting({
    schema: z.custom<SdkLanguageModel>(
      (value) => hasMethod(value, "doGenerate"),
      "expected a model object of the AI SDK, not its name",
    ),
    about: "in code: [a model object of the AI SDK](own-models.md)",
  }),
  answer: setting({
    schema: z.custom<AnswerFunction>((value) => typeof value === "function", "expected a function"),
    about: "in code: [a function that answers questions](applications.md)",
  }),
};
