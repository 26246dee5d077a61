import type { ConnectContext, ResolvedModel } from "../../models/definition/index.ts";
import type { CallScope, Recorder, ReplyStore } from "../../models/recording/index.ts";
import type { ToolSource } from "../../ports/index.ts";
import type { Limiter } from "../../run/index.ts";
import type { Spans } from "../telemetry/spans.ts";
import type { ModelPaces } from "./model-paces.ts";
import type { ModelServers } from "./model-servers.ts";

/** The store of replies, and the task that a call belongs to. */
export interface KeptReplies {
  readonly store: ReplyStore;
  readonly scopeOf: () => CallScope | undefined;
}

/** What the connections of a run are made with. */
export interface RunConnectContext extends ConnectContext {
  /** Shared by all calls of the run; undefined: no limit. */
  readonly limiter: Limiter | undefined;
  /** Puts spans around calls; undefined: there are none. */
  readonly spans?: Spans | undefined;
  /** How fast each model is asked. */
  readonly paces: ModelPaces;
  /** Writes every exchange down; undefined: nothing is recorded. */
  readonly recorder: Recorder | undefined;
  /** Keeps replies for other runs, and has those that were kept; undefined: every model is asked. */
  readonly replies: KeptReplies | undefined;
  /** The task of a call, where what was paid for it is kept; undefined: nothing is. */
  readonly paidScopeOf: KeptReplies["scopeOf"] | undefined;
  /** The servers of the run's models. */
  readonly servers: ModelServers;
  /** Every key that the run may use, to be hidden in what models say and what is written down. */
  readonly secrets: readonly string[];
  /** The tools of a model's MCP servers, connected once for all models that have the same; null without servers. */
  readonly toolsOf: (model: ResolvedModel) => Promise<ToolSource | null>;
}
