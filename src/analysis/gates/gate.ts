import * as z from "zod";
import { KareninaError, wireCodec } from "../../base/index.ts";
import { Outcome } from "../../result/index.ts";
import { withoutPercents } from "./percent.ts";

const share = z.number().min(0).max(1);
const model = z
  .string()
  .optional()
  .describe(
    "answering model as results name it, or without its interface; `*`: each pair of models by itself",
  );
const keyword = z.string().optional().describe("only questions with this keyword");
const minMatched = share
  .optional()
  .describe("the least share of the baseline's questions that this run must be comparable on; default 0.5");
const most = z.int().min(0).default(0).describe("so many are allowed");

const forms = [
  z.strictObject({
    gate: z.literal("pass_rate"),
    min: share.describe("the least pass rate: passes of passes, wrong and no answers"),
    model,
    keyword,
  }),
  z.strictObject({
    gate: z.literal("trait"),
    trait: z.string().describe("its name"),
    field: z.string().optional().describe("of a template trait; or the metric of a metric trait"),
    label: z
      .string()
      .optional()
      .describe(
        "of a literal trait: the class whose share is meant; one that the trait does not have is not met",
      ),
    min: z.number().optional().describe("the least rate of true, mean or share"),
    max: z.number().optional().describe("the highest"),
    unit: z
      .literal("share")
      .optional()
      .describe("the bounds are shares of 1, as percent are: refused of a scale that is not from 0 to 1"),
    model,
  }),
  z.strictObject({ gate: z.literal("cost"), max: z.number().min(0).describe("US dollars in all") }),
  z.strictObject({
    gate: z.literal("outcome_share"),
    outcome: Outcome.describe("such as `judge_failed`"),
    max: share.describe("of all results"),
    model,
  }),
  z.strictObject({
    gate: z.literal("walk_completion"),
    min: share.describe("the least share of all walks through scenarios that come to their end"),
    model,
  }),
  z.strictObject({
    gate: z.literal("walk_success"),
    min: share.describe(
      "the least share of walks that come to their end with no criterion false, of those that say something of the model",
    ),
    model,
  }),
  z.strictObject({
    gate: z.literal("walk_outcome"),
    outcome: z.string().describe("the name of a criterion of scenarios"),
    scenario: z
      .string()
      .optional()
      .describe("only of this scenario; default: each that has the criterion, with a verdict of its own"),
    min: z.number().optional().describe("the least share of true, or mean"),
    max: z.number().optional().describe("the highest"),
    model,
  }),
  z.strictObject({
    gate: z.literal("not_worse"),
    by: share.default(0).describe("how much lower than the baseline's the pass rate may be"),
    alpha: z
      .number()
      .gt(0)
      .lt(1)
      .default(0.05)
      .describe("the p value up to which a fall counts as real, above 0 and below 1"),
    minMatched,
  }),
  z.strictObject({ gate: z.literal("no_broken"), keyword, max: most, minMatched }),
  z.strictObject({ gate: z.literal("no_new_failures"), keyword, max: most, minMatched }),
] as const;

/** What a run must hold. */
export const Gate = z.discriminatedUnion("gate", forms);
export type Gate = z.infer<typeof Gate>;

/** True of a gate that holds a run against a baseline. */
export const needsBaseline = ({ gate }: Gate): boolean =>
  gate === "not_worse" || gate === "no_broken" || gate === "no_new_failures";

/** A file of gates. */
export const GatesFile = z.strictObject({ gates: z.array(Gate).min(1) });
export type GatesFile = z.infer<typeof GatesFile>;

/**
 * Reads gates from YAML or JSON: an object with `gates`, a list; shares also in percent. Throws `invalid_input` with what is wrong.
 *
 * @example
 * await readGates("gates:\n  - gate: pass_rate\n    min: 0.8\n    keyword: safety\n")
 */
export async function readGates(text: string): Promise<readonly Gate[]> {
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    // what is odd is told once, by what follows
    value = parse(text, { logLevel: "error" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KareninaError("invalid_input", `Expected gates in YAML or JSON: ${reason}`, { cause: error });
  }
  const { gates } = wireCodec(GatesFile).decode(withoutPercents(value));
  for (const gate of gates) {
    const name =
      gate.gate === "trait"
        ? `trait ${gate.trait}`
        : gate.gate === "walk_outcome"
          ? `criterion ${gate.outcome}`
          : null;
    if (name !== null && "min" in gate === false && "max" in gate === false)
      throw new KareninaError("invalid_input", `The gate of the ${name} needs \`min\` or \`max\`.`);
  }
  return gates;
}
