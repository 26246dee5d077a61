import { sha256 } from "../../base/index.ts";
import {
  answeringModel,
  hadTemplate,
  outcomeOf,
  parsingModel,
  type VerificationResult,
} from "../../result/index.ts";
import { traitParts } from "../traits/judged-traits.ts";
import { passedOf } from "../verdict.ts";

/** A value that a judge gave to one aspect of an answer. */
export interface Judgment {
  readonly kind: "verdict" | "field" | "trait";
  readonly name: string;
  readonly value: string | number;
}

/** What a judge said of one answer. */
export interface JudgedAnswer {
  readonly judge: string;
  /** The same for judges of one answer. */
  readonly answer: string;
  /** The same for replicates with the same words. */
  readonly words: string;
  readonly replicate: number;
  readonly judgments: readonly Judgment[];
}

/** Reads what a judge said off a result; null where no answer was kept. */
export function judgedAnswerOf(result: VerificationResult): JudgedAnswer | null {
  const { metadata, template, rubric, evaluationInput } = result;
  const text = template?.rawLlmResponse || evaluationInput || "";
  if (text === "") return null;
  const { questionId, scenarioId, scenarioNode, scenarioTurn } = metadata;
  const words = JSON.stringify([
    questionId,
    scenarioId,
    scenarioNode,
    scenarioTurn,
    answeringModel(metadata),
    sha256(text),
  ]);
  const replicate = metadata.replicate ?? 1;
  const passed = hadTemplate(result) ? passedOf(outcomeOf(result)) : null;
  const fields = template?.templateVerificationPerformed ? Object.entries(template.fieldResults ?? {}) : [];
  return {
    judge: parsingModel(metadata),
    answer: JSON.stringify([words, replicate]),
    words,
    replicate,
    judgments: [
      ...(passed === null ? [] : [{ kind: "verdict" as const, name: "pass", value: `${passed === 1}` }]),
      ...fields.map(([name, match]) => ({ kind: "field" as const, name, value: `${match ?? "no value"}` })),
      ...(rubric === null ? [] : traitParts(rubric)).map(({ name, value }) => ({
        kind: "trait" as const,
        name,
        value: typeof value === "number" ? value : String(value),
      })),
    ],
  };
}
