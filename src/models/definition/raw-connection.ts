import type { AgentPort, LlmPort } from "../../ports/index.ts";

/** The names of the models that a server has. */
type ListModels = (signal: AbortSignal) => Promise<readonly string[]>;

/** A model's raw connection, before retries and limits. */
export type RawConnection =
  | { readonly kind: "llm"; readonly llm: LlmPort; readonly listModels?: ListModels }
  /** Answers that were prepared beforehand. */
  | { readonly kind: "prepared"; readonly agent: AgentPort }
  /** An agent made around a model, whose calls are retried one by one. */
  | {
      readonly kind: "loop";
      readonly llm: LlmPort;
      readonly listModels?: ListModels | undefined;
      readonly agentOf: (llm: LlmPort) => AgentPort;
    }
  /** An agent that makes its calls itself, and what is asked for plain replies when it judges; without that it cannot judge. */
  | { readonly kind: "runtime"; readonly agent: AgentPort; readonly openLlm?: () => LlmPort };
