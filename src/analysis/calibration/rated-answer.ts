import { sha256 } from "../../base/index.ts";
import { answeringModel, type VerificationResult } from "../../result/index.ts";
import type { TraitType } from "../../rubric/index.ts";
import { judgedAnswerOf } from "../reliability/judgments.ts";
import { isOutsideClasses, judgedTraits } from "../traits/judged-traits.ts";

/** The kinds of what a judge decides and a person can. */
export const aspectKinds = ["verdict", "field", "trait"] as const;
export type AspectKind = (typeof aspectKinds)[number];

/** What a judge said of an answer in one respect: yes or no, a score, or the name of a class. */
export interface RatedAspect {
  readonly kind: AspectKind;
  /** `pass`, or the name of a field or trait. */
  readonly name: string;
  readonly value: boolean | number | string;
}

/** What a judge said of an answer. */
export interface RatedAnswer {
  /** The same for everyone who judges the same words of the same model for the same question and replicate, in any run. */
  readonly answer: string;
  readonly result: string;
  readonly questionId: string;
  readonly model: string;
  readonly judge: string;
  readonly aspects: readonly RatedAspect[];
  /** True: something says that it was hard to judge. */
  readonly isUncertain: boolean;
}

/** Names the answer of a result, see {@link RatedAnswer.answer}; null where it was not kept. */
export function answerKeyOf(result: VerificationResult): string | null {
  const judged = judgedAnswerOf(result);
  return judged && keyOf(judged);
}

const keyOf = ({ answer }: { readonly answer: string }): string => sha256(answer).slice(0, 16);

/** Traits that code decides, and metrics of lists, are nothing that a person has an opinion on. */
const personal: readonly TraitType[] = ["llm", "agentic"];

/** Reads off a result what a judge said of its answer; null where there is nothing that a person could say too. */
export function ratedAnswerOf(result: VerificationResult): RatedAnswer | null {
  const judged = judgedAnswerOf(result);
  if (judged === null) return null;
  const { metadata, rubric } = result;
  const traits = [...(rubric === null ? [] : judgedTraits(rubric))].flatMap(([trait, { type, values }]) =>
    !personal.includes(type) || Object.hasOwn(rubric?.traitFailures ?? {}, trait)
      ? []
      : values.flatMap((one): RatedAspect[] => {
          const value = one.label ?? one.value;
          const name = one.field === null ? trait : `${trait}.${one.field}`;
          const isPlain =
            typeof value === "boolean" || typeof value === "number" || typeof value === "string";
          return isPlain && !isOutsideClasses(one) ? [{ kind: "trait", name, value }] : [];
        }),
  );
  const checked = judged.judgments.flatMap(({ kind, name, value }): RatedAspect[] =>
    kind === "trait" ? [] : [{ kind, name, value: value === "true" }],
  );
  const aspects = [...checked, ...traits];
  if (aspects.length === 0) return null;
  return {
    answer: keyOf(judged),
    result: metadata.resultId,
    questionId: metadata.questionId,
    model: answeringModel(metadata),
    judge: judged.judge,
    aspects,
    isUncertain: isUncertain(result),
  };
}

/** A field without a value, some of several fields passed, a ruling that overrode another, a caveat, or fields without evidence. */
function isUncertain({ metadata, template, rulings, deepJudgment }: VerificationResult): boolean {
  const fields = Object.values(template?.fieldResults ?? {});
  return (
    metadata.caveats.length > 0 ||
    fields.includes(null) ||
    new Set(fields).size > 1 ||
    rulings.length > 1 ||
    (deepJudgment?.attributesWithoutExcerpts?.length ?? 0) > 0
  );
}
