import type { Clock, Environment } from "../../base/index.ts";
import type { ModelConfig, VerificationConfig } from "../../config/index.ts";
import type { RunEvents } from "../../run/index.ts";
import type { RunExtensions } from "../../verify/index.ts";

/** With what something is drafted and tried. */
export interface DraftingOptions extends Pick<RunExtensions, "interfaces"> {
  /** The model that drafts, and writes the answers that drafts are tried on. */
  readonly draftingModel: ModelConfig;
  /** The model that judges what is tried. Default: the drafting model. */
  readonly judge?: ModelConfig | undefined;
  /** Settings of the runs, such as how many calls are made at once, and limits of what may be spent on all of it. */
  readonly config?: Omit<
    VerificationConfig,
    "answeringModels" | "parsingModels" | "prompts" | "replicateCount"
  >;
  /**
   * A folder that replies are kept in as they come, so that what is asked again is not paid again: drafting that was cut off goes
   * on where it stopped. Default: none, and nothing is kept.
   */
  readonly replies?: string | undefined;
  /** File that every exchange with a model is written to, for the interface `replay`. */
  readonly record?: string | undefined;
  /** Told what each run is about before it begins, and who is told of what happens in it. */
  readonly phase?: ((text: string) => readonly RunEvents[]) | undefined;
  readonly warn?: ((warning: string) => void) | undefined;
  /** Aborting it ends everything, with code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Aborting it ends everything in its own time: what is finished is kept. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Default: `process.env`. */
  readonly environment?: Environment | undefined;
  readonly clock?: Clock | undefined;
}

/** What models have taken so far. */
export interface Spending {
  /** Replies that were asked for; those that were kept do not count. */
  readonly calls: number;
  readonly tokens: number;
  /** US dollars; null: nobody knows the price of some of it. */
  readonly costUsd: number | null;
}
