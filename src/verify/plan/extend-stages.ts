import * as z from "zod";
import {
  functionLike,
  issueLines,
  KareninaError,
  messageOf,
  onlyMembers,
  type ShapeOf,
} from "../../base/index.ts";
import { type AnyStage, copyOwnStage, isOwnStage, StageOrchestrator } from "../../pipeline/index.ts";
import type { RunExtensions } from "../extensions.ts";

/** What results repeat for every task. */
const longestName = 200;

const Name = z
  .string()
  .min(1)
  .refine((name) => name.length <= longestName, `expected at most ${longestName} characters`)
  .refine((name) => name.isWellFormed(), "expected whole characters");
const names = z.array(Name).readonly();
const StageShape = onlyMembers({
  name: Name,
  requires: names,
  produces: names,
  reads: names.optional(),
  unstored: names.optional(),
  usageKey: Name.optional(),
  always: z.boolean().optional(),
  run: functionLike,
  skip: functionLike.optional(),
} satisfies ShapeOf<AnyStage>);

/**
 * The pipeline as own stages change it.
 *
 * @throws KareninaError `configuration` for a function that fails or gives something else than stages, and for a list
 * whose stages cannot follow each other.
 */
export function extendStages(
  pipeline: StageOrchestrator,
  extend: NonNullable<RunExtensions["stages"]>,
): StageOrchestrator {
  const extended = new StageOrchestrator(givenStages(() => extend([...pipeline.stages])));
  const problems = extended.validateDependencies();
  if (problems.length === 0) return extended;
  throw new KareninaError(
    "configuration",
    `The stages of this run cannot follow each other: ${problems.join("; ")}.`,
    { hint: `Built in are, in this order: ${pipeline.stages.map(({ name }) => name).join(", ")}.` },
  );
}

const changeHint =
  "Built-in stages cannot be changed: return another one in its place, such as { ...stage, run }.";

function givenStages(give: () => unknown): readonly AnyStage[] {
  let given: unknown;
  try {
    const list = give();
    given = Array.isArray(list)
      ? list.map((stage) => (isOwnStage(stage) ? copyOwnStage(stage) : stage))
      : list;
  } catch (cause) {
    throw new KareninaError("configuration", `The function \`stages\` failed: ${messageOf(cause)}`, {
      ...(/read only|not extensible/.test(messageOf(cause)) && { hint: changeHint }),
      cause,
    });
  }
  const read = z.array(StageShape).safeParse(given, { reportInput: true });
  // looked at just now: what is left is what defineStage has checked
  if (read.success) return given as readonly AnyStage[];
  const lines = issueLines(read.error.issues, "stages");
  throw new KareninaError(
    "configuration",
    `The function \`stages\` gave no list of stages: ${lines.join("; ")}.`,
    { hint: "Such as: stages: (builtIn) => builtIn.toSpliced(-1, 0, mine)" },
  );
}
