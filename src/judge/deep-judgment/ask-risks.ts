import { isJsonObject, type JsonValue, ownEntry } from "../../base/index.ts";
import { HallucinationRisk } from "../../result/index.ts";
import { type Accepted, closedObject, type JudgeForm, refused } from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";
import { quoteValue } from "./by-name-form.ts";
import { evidenceRiskPrompt, type SearchedExcerpt } from "./prompts/evidence-risk.ts";

/** How well one excerpt is borne out by what was found. */
export interface ExcerptRisk {
  readonly hallucinationRisk: HallucinationRisk;
  readonly hallucinationJustification: string;
}

/**
 * Asks in one call how far search results bear out each excerpt. One entry per excerpt, in order; undefined where the
 * reply has none that makes sense. Throws `ReplyError` or `TransportError`.
 */
export function askRisks(
  judge: Judge,
  excerpts: readonly SearchedExcerpt[],
): Promise<readonly (ExcerptRisk | undefined)[]> {
  return askForm(judge, evidenceRiskPrompt(excerpts), riskForm(excerpts.length), {
    instructions: "deepJudgment",
  });
}

/** Of an excerpt assessed twice, the later entry counts. */
function riskForm(count: number): JudgeForm<readonly (ExcerptRisk | undefined)[]> {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1));
  const entry = closedObject({
    excerpt_id: { type: "string", enum: ids },
    justification: { type: "string", description: "What the results say about the excerpt" },
    hallucination_risk: { type: "string", enum: HallucinationRisk.options },
  });
  return {
    name: "excerpt_assessments",
    schema: closedObject({ excerpt_assessments: { type: "array", items: entry } }),
    accept(json) {
      const list = isJsonObject(json) ? ownEntry(json, "excerpt_assessments") : undefined;
      if (!Array.isArray(list))
        return refused(`excerpt_assessments: expected a list, found ${quoteValue(list)}`);
      const problems: string[] = [];
      const risks = new Map<string, ExcerptRisk>();
      for (const json of list) {
        const read = readAssessment(json);
        if (!read.ok) problems.push(...read.problems);
        else if (ids.includes(read.value.id)) risks.set(read.value.id, read.value.risk);
        else
          problems.push(`excerpt_id: expected one of ${ids.join(", ")}, found ${quoteValue(read.value.id)}`);
      }
      if (risks.size > 0) return { ok: true, value: ids.map((id) => risks.get(id)) };
      return problems.length > 0
        ? { ok: false, problems }
        : refused("excerpt_assessments: the list is empty");
    },
  };
}

function readAssessment(json: JsonValue): Accepted<{ readonly id: string; readonly risk: ExcerptRisk }> {
  if (!isJsonObject(json)) return refused(`expected an assessment, found ${quoteValue(json)}`);
  const id = ownEntry(json, "excerpt_id");
  const risk = HallucinationRisk.safeParse(ownEntry(json, "hallucination_risk"));
  const justification = ownEntry(json, "justification");
  if (typeof id !== "string" && typeof id !== "number")
    return refused(`excerpt_id: expected an id, found ${quoteValue(id)}`);
  if (!risk.success)
    return refused(
      `hallucination_risk of ${id}: expected one of ${HallucinationRisk.options.join(", ")}, found ${quoteValue(ownEntry(json, "hallucination_risk"))}`,
    );
  return {
    ok: true,
    value: {
      id: String(id),
      risk: {
        hallucinationRisk: risk.data,
        hallucinationJustification: typeof justification === "string" ? justification : "",
      },
    },
  };
}
