import type { AgentPort, LlmPort } from "../../ports/index.ts";
import type { AnswerFunction } from "../application/index.ts";
import type { SdkLanguageModel } from "../definition/index.ts";

/** A model connection of the program's own. Without `capabilities` it takes system prompts, and schemas go into the prompt. */
export type OwnLlm = Pick<LlmPort, "generate"> & Partial<Pick<LlmPort, "capabilities">>;

/** An agent runtime of the program's own. Without a `tier` it has no folder to work in. */
export type OwnAgent = Pick<AgentPort, "run"> & Partial<Pick<AgentPort, "tier" | "commands">>;

/** A model that a program hands over itself. What it hands over stays its own: a run never closes it. */
export interface GivenModel {
  readonly llm?: OwnLlm | undefined;
  readonly agent?: OwnAgent | undefined;
  readonly model?: SdkLanguageModel | undefined;
  readonly answer?: AnswerFunction | undefined;
}
