import type { VerificationResult } from "../../result/index.ts";

/** What a judge did as an agent to find values out. */
export interface ShownInvestigation {
  readonly kind: "template" | "trait";
  /** Fields of the template, or the trait; several traits where one investigation was for all of them. */
  readonly names: readonly string[];
  /** Everything it said and did. */
  readonly trace: string;
}

/** The investigations in a result: that of the template, then those of traits. */
export function investigationsOf(
  result: Pick<VerificationResult, "template" | "rubric">,
): readonly ShownInvestigation[] {
  return [...ofTemplate(result), ...ofTraits(result)];
}

function ofTemplate({ template }: Pick<VerificationResult, "template">): readonly ShownInvestigation[] {
  if (!template?.investigationTrace) return [];
  const { parsedGtResponse, parsedLlmResponse, investigationTrace: trace } = template;
  const fields = { ...parsedGtResponse, ...parsedLlmResponse };
  return [{ kind: "template", names: Object.keys(fields), trace }];
}

function ofTraits({ rubric }: Pick<VerificationResult, "rubric">): readonly ShownInvestigation[] {
  const traces = Object.entries(rubric?.agenticTraitInvestigationTraces ?? {});
  const byTrace = Map.groupBy(traces, ([, trace]) => trace);
  return [...byTrace].map(([trace, entries]) => ({
    kind: "trait",
    names: entries.map(([name]) => name),
    trace,
  }));
}

/** True: it is among what an option chose; everything is where none was given. */
export function isAbout(
  { names }: Pick<ShownInvestigation, "names">,
  attribute: string | undefined,
): boolean {
  return attribute === undefined || names.includes(attribute);
}
