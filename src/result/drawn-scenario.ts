import * as z from "zod";
import { AnyJson, wireCodec } from "../base/index.ts";
import type { ScenarioGraph } from "../scenario/index.ts";

/** A scenario of a run, as much as its picture and checking the records of its walks need. */
export const DrawnScenario = z.object({
  /** Its name, the `scenario_id` of its walks. */
  name: z.string(),
  /** In the order of its definition; behind them the end, and what edges name and is not there. */
  nodes: z
    .array(
      z.object({
        id: z.string(),
        /** `user`: a simulated user asks there. */
        kind: z.enum(["question", "user", "end", "missing"]),
        isEntry: z.boolean(),
      }),
    )
    .readonly(),
  /** In the order of its definition, by which the turns of walks name them. */
  edges: z
    .array(
      z.object({
        source: z.string(),
        target: z.string(),
        /** The condition in words; empty: none. */
        label: z.string(),
      }),
    )
    .readonly(),
  /** The criteria that are checks, each as a checkpoint has it. Absent: not known. */
  outcomes: z
    .array(z.object({ name: z.string(), check: AnyJson }))
    .readonly()
    .optional(),
}) satisfies z.ZodType<ScenarioGraph>;
export type DrawnScenario = z.infer<typeof DrawnScenario>;

const codec = wireCodec(z.array(DrawnScenario).readonly());

/** Scenarios in their stored form. */
export const drawnScenariosToJson = (scenarios: readonly DrawnScenario[]) => codec.encode(scenarios);

/**
 * Scenarios from their stored form; null where a file says nothing.
 *
 * @throws KareninaError `invalid_input` that lists what does not fit.
 */
export const drawnScenariosFromJson = (json: unknown): readonly DrawnScenario[] | null =>
  json === undefined || json === null ? null : codec.decode(json, "scenarios");
