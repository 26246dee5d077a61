import type { Question } from "../../benchmark/index.ts";
import { lacksInfrastructure, outcomeOf, type VerificationResult } from "../../result/index.ts";
import type { AnswerTemplate } from "../../template/index.ts";
import { Benchmark } from "../../verify/index.ts";
import type { DraftingSession } from "../asking/open-session.ts";
import type { DraftTry } from "../record/draft-record.ts";
import type { Try } from "./draft-reply.ts";

/** A draft and the answers it is tried on. */
export interface Trial {
  readonly question: Question;
  readonly template: AnswerTemplate;
  readonly tries: readonly Try[];
}

/** An answer with what came of it. */
export interface TriedAnswer extends DraftTry {
  /** What the judge read; undefined: nothing. */
  readonly read: object | undefined;
}

/** A trial whose run ended before each of its answers had a result has none. */
export type Tried = readonly TriedAnswer[] | undefined;

/** Puts every answer of the trials through the pipeline of all runs, all of them in one run. */
export async function judgeTries(
  session: DraftingSession,
  about: string,
  trials: readonly Trial[],
): Promise<readonly Tried[]> {
  const benchmark = Benchmark.create({ name: "Tried answers" });
  const rows = trials.flatMap(({ question, template, tries }, at) =>
    tries.map(({ answer }, number) => {
      const { question: text, rawAnswer, answerNotes, messages, systemPrompt } = question;
      const id = `${question.id} (${at + 1}.${number + 1})`;
      benchmark.addQuestion({ id, question: text, rawAnswer, template, answerNotes, messages, systemPrompt });
      return { questionId: id, answer };
    }),
  );
  const results = await session.judge(about, benchmark, rows, "template_only");
  let place = 0;
  return trials.map(({ tries }) => {
    const found = tries.map(() => results.get(rows[place++]?.questionId ?? ""));
    const tried = tries.flatMap((one, at) => {
      const result = found[at];
      return result === undefined ? [] : [{ kind: one.kind, answer: one.answer, ...verdictOf(result) }];
    });
    return tried.length === tries.length ? tried : undefined;
  });
}

/** What a judge or a server failed at is no verdict, whatever else stands in the result. */
function verdictOf(result: VerificationResult): Pick<TriedAnswer, "verdict" | "why" | "read"> {
  const outcome = outcomeOf(result);
  const read = result.template?.parsedLlmResponse ?? undefined;
  const isFail = outcome === "wrong" || outcome === "no_answer" || outcome === "auto_failed";
  if (!lacksInfrastructure(result) && (outcome === "pass" || isFail))
    return { verdict: outcome === "pass" ? "pass" : "fail", read };
  const why =
    result.metadata.failure?.reason ?? result.template?.fieldVerificationError ?? "nothing was decided";
  return { verdict: "none", why, read };
}
