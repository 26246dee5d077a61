import type { LlmPort, SearchPort } from "../../../ports/index.ts";
import { type RubricTrait, rubric } from "../../../rubric/index.ts";
import type { Judge } from "../../judge.ts";
import { evaluateRubric } from "../../rubric/evaluate-rubric.ts";
import type { RubricEvaluation } from "../../rubric/rubric-evaluation.ts";
import { judgeOf, tools } from "../../testing/judge-of.ts";
import type { RubricDeepJudgment, TraitDeepJudgment } from "../rubric-deep-judgment.ts";
import type { EvidenceStrategy } from "../settings.ts";
import { answer } from "./evidence-model.ts";

/** What may differ between tests. */
interface JudgeDeepOptions {
  readonly strategy?: EvidenceStrategy;
  readonly search?: SearchPort | null;
  readonly answer?: string;
  /** For all deep traits. */
  readonly settings?: Partial<TraitDeepJudgment>;
  /** For one of them; null: it is judged in the standard way. */
  readonly own?: { readonly [trait: string]: Partial<TraitDeepJudgment> | null };
  readonly judge?: Partial<Judge>;
}

export const referenceAnswer = "B-cell lymphoma 2";

const plain: TraitDeepJudgment = {
  excerptEnabled: true,
  searchEnabled: false,
  maxExcerpts: 7,
  threshold: 0.8,
  retryAttempts: 2,
};

/** Judges an answer by traits, LLM traits from evidence; fails where there was none of these. */
export async function judgeDeep(
  llm: LlmPort,
  traits: readonly RubricTrait[],
  options: JudgeDeepOptions = {},
): Promise<RubricEvaluation & { readonly deepJudgment: RubricDeepJudgment }> {
  const { own = {}, settings, strategy = "sequential", search = null } = options;
  const evaluation = await evaluateRubric(judgeOf(llm, options.judge), {
    rubric: rubric(traits),
    strategy: "batch",
    question: "What does venetoclax bind?",
    answer: options.answer ?? answer,
    referenceAnswer,
    tools,
    callables: {
      async evaluate(code, text) {
        if (code.kind !== "native") throw new Error("only native functions run in this test");
        return code.evaluate(text);
      },
    },
    deep: {
      settingsOf: ({ name }) => (own[name] === null ? null : { ...plain, ...settings, ...own[name] }),
      strategy,
      search,
    },
  });
  const { deepJudgment } = evaluation;
  if (deepJudgment === null) throw new Error("no trait was judged from evidence");
  return { ...evaluation, deepJudgment };
}
