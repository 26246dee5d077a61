import type { Clock } from "../../base/index.ts";
import type { LlamaCppModels } from "../../models/llama-cpp/index.ts";
import type { Recorder, Recording } from "../../models/recording/index.ts";
import type { CommandRunner, ToolSource } from "../../ports/index.ts";
import type { Limiter } from "../../run/index.ts";
import type { Environment } from "../environment/environment.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ResolvedRuntime } from "../model/runtime.ts";
import type { ModelServers } from "./model-servers.ts";
import type { RawConnection } from "./raw-connection.ts";

export type { Recording } from "../../models/recording/index.ts";

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
  /** The servers of the run's models. */
  readonly servers: ModelServers;
  /** Every key that the run may use, to be hidden in what models say and what is written down. */
  readonly secrets: readonly string[];
  /** Opens a recording once, however many models it serves. */
  readonly recording: (file: string) => Promise<Recording>;
  /** Where model files are loaded, each once. */
  readonly llamaModels: () => Promise<LlamaCppModels>;
  /** The tools of a model's MCP servers, connected once for all models that have the same; null without servers. */
  readonly toolsOf: (model: ResolvedModel) => Promise<ToolSource | null>;
  /** Folders of which agents see nothing but their own workspace. */
  readonly hiddenPaths: readonly string[];
  /** What runs the commands of agents with this runtime, opened once; undefined: they have none. */
  readonly commandsOf: (runtime: ResolvedRuntime) => Promise<CommandRunner | undefined>;
}

/** Opens the connection of a model. Throws at once for what would fail every call, such as a missing key. */
export type Connect = (model: ResolvedModel, wiring: Wiring) => Promise<RawConnection>;
