import type { Recorder, Recording } from "../../adapters/models/index.ts";
import type { Clock } from "../../base/index.ts";
import type { AgentPort, LlmPort } from "../../ports/index.ts";
import type { Limiter } from "../../run/index.ts";
import type { Environment } from "../environment/environment.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";

export type { Recording } from "../../adapters/models/index.ts";

/** What connections are made with. */
export interface Wiring {
  readonly environment: Environment;
  readonly clock: Clock;
  /** Uniform in 0..1, for backoff. */
  readonly random: () => number;
  /** Shared by all calls of the run; undefined: no limit. */
  readonly limiter: Limiter | undefined;
  /** Writes every exchange down; undefined: nothing is recorded. */
  readonly recorder: Recorder | undefined;
  /** Opens a recording once, however many models it serves. */
  readonly recording: (file: string) => Promise<Recording>;
}

/** A model's raw connection, before retries and limits. */
export type RawConnection =
  | { readonly kind: "llm"; readonly llm: LlmPort }
  | { readonly kind: "agent"; readonly agent: AgentPort };

/** Opens the connection of a model. Throws at once for what would fail every call, such as a missing key. */
export type Connect = (model: ResolvedModel, wiring: Wiring) => Promise<RawConnection>;
