import { createPatternEngine, oneLine, systemClock } from "../../base/index.ts";
import { Benchmark, type Question, templateIdOf } from "../../benchmark/index.ts";
import type { RunStatus } from "../../run/index.ts";
import { type AnswerTemplate, noTemplateId } from "../../template/index.ts";
import type { DraftingOptions, Spending } from "../asking/drafting-options.ts";
import { type DraftingSession, openSession, type Said } from "../asking/open-session.ts";
import { readSaid } from "../asking/read-said.ts";
import {
  type DraftRecord,
  type DraftTry,
  draftProperty,
  isAsItShould,
  storedDraftRecord,
} from "../record/draft-record.ts";
import {
  acceptDraft,
  type Draft,
  distinctTries,
  type Try,
  templateOf,
  triesProblems,
} from "./draft-reply.ts";
import { judgeTries, type TriedAnswer } from "./judge-tries.ts";
import { draftingPrompt, draftingSystem, type Feedback } from "./prompts.ts";

/** A question that was drafted, and tried. */
export interface DraftedTemplate {
  readonly question: Question;
  /** Absent: nothing that was drafted can be used. */
  readonly template?: AnswerTemplate;
  readonly record: DraftRecord;
}

/** What came of drafting. */
export interface DraftingReport {
  readonly drafted: readonly DraftedTemplate[];
  /** Questions that were not drafted to the end, and why; the next time goes on with them. */
  readonly left: readonly { readonly question: Question; readonly reason: string }[];
  /** How the work ended early; absent: it did not. */
  readonly ended?: RunStatus;
  readonly spent: Spending;
}

/** How templates are drafted. */
export interface TemplateDraftingOptions extends DraftingOptions {
  /** Told of questions that are done, up to 200 at a time, so that they can be kept. */
  readonly drafted?: ((drafts: readonly DraftedTemplate[]) => Promise<void>) | undefined;
}

const mostDrafts = 3;
const batchSize = 200;
const mostTries = 24;

/** What is known of a question that is being drafted. */
interface Work {
  readonly question: Question;
  drafts: number;
  tries: readonly (Try & { readonly withdrawn?: string; readonly last?: TriedAnswer })[];
  feedback: Feedback | undefined;
  /** The draft that did best so far. */
  best:
    | (Pick<DraftedTemplate, "template"> & { readonly draft: Draft; readonly tried: readonly TriedAnswer[] })
    | undefined;
}

/**
 * Drafts a template for each question by a model, and tries it: the expected answer, and right and wrong answers that the model
 * writes, go through the pipeline of all runs. A draft that does not tell them apart is drafted again with what went
 * wrong, at most twice. Changes nothing: see {@link applyDrafts}.
 *
 * @example
 * const { drafted } = await draftTemplates(benchmark.content.questions, { draftingModel: { modelProvider: "openai", modelName: "gpt-5" } });
 * applyDrafts(benchmark, drafted);
 */
export async function draftTemplates(
  questions: readonly Question[],
  options: TemplateDraftingOptions,
): Promise<DraftingReport> {
  const session = openSession(options);
  const left: { question: Question; reason: string }[] = [];
  const drafted: DraftedTemplate[] = [];
  for (let at = 0; at < questions.length; at += batchSize) {
    const batch = questions.slice(at, at + batchSize);
    if (session.ended() !== undefined) {
      left.push(...batch.map((question) => ({ question, reason: "it was not begun" })));
      continue;
    }
    const done = await draftBatch(batch, { session, options, left });
    drafted.push(...done);
    if (done.length > 0) await options.drafted?.(done);
  }
  const ended = session.ended();
  return { drafted, left, spent: session.spent(), ...(ended !== undefined && { ended }) };
}

interface Place {
  readonly session: DraftingSession;
  readonly options: TemplateDraftingOptions;
  readonly left: { question: Question; reason: string }[];
}

async function draftBatch(
  questions: readonly Question[],
  { session, options, left }: Place,
): Promise<readonly DraftedTemplate[]> {
  const patterns = createPatternEngine({ clock: options.clock ?? systemClock });
  const done: DraftedTemplate[] = [];
  let open: Work[] = questions.map((question) => ({
    question,
    drafts: 0,
    tries: [],
    feedback: undefined,
    best: undefined,
  }));
  const system = draftingSystem();
  for (let attempt = 1; attempt <= mostDrafts && open.length > 0; attempt += 1) {
    const which = attempt === 1 ? "Drafting" : "Drafting again";
    const asked = open.map((work) => ({ id: work.question.id, prompt: promptFor(work) }));
    const said = await session.ask(`${which}: ${counted(open.length)}`, asked, system);
    const ready: { work: Work; draft: Draft; template: AnswerTemplate }[] = [];
    const failed: Work[] = [];
    for (const [at, work] of open.entries()) {
      const reply: Said | undefined = said.get(work.question.id);
      if (reply === undefined || "problem" in reply) {
        left.push({ question: work.question, reason: reply?.problem ?? "it was not begun" });
        continue;
      }
      work.drafts = attempt;
      const draft = readSaid(reply.text, asked[at]?.prompt ?? "", acceptDraft);
      if (!draft.ok) {
        work.feedback = feedbackOf(work, [], draft.problems);
        failed.push(work);
        continue;
      }
      work.tries = mergedTries(work, draft.value);
      const read = await templateOf(draft.value, patterns);
      const problems = [...("problems" in read ? read.problems : []), ...triesProblems(counting(work))];
      if ("problems" in read || problems.length > 0) {
        work.feedback = feedbackOf(work, draft.value.fields, problems);
        failed.push(work);
      } else ready.push({ work, draft: draft.value, template: read.template });
    }
    const trials = ready.map(({ work, template }) => ({
      question: work.question,
      template,
      tries: counting(work),
    }));
    const answers = trials.reduce((sum, { tries }) => sum + tries.length, 0);
    const tried = await judgeTries(session, `Trying ${counted(trials.length)} on ${answers} answers`, trials);
    for (const [at, { work, draft, template }] of ready.entries()) {
      const outcome = tried[at];
      if (outcome === undefined) {
        left.push({ question: work.question, reason: "it was not tried on all answers" });
        continue;
      }
      keepOutcome(work, outcome);
      if (work.best === undefined || countWrong(outcome) <= countWrong(work.best.tried))
        work.best = { draft, template, tried: outcome };
      if (countWrong(outcome) === 0) done.push(settled(work, options));
      else {
        work.feedback = feedbackOf(work, draft.fields, []);
        failed.push(work);
      }
    }
    open = failed;
  }
  const all = [...done, ...open.map((work) => settled(work, options))];
  const places = new Map(questions.map(({ id }, at) => [id, at]));
  return all.toSorted(
    (one, other) => (places.get(one.question.id) ?? 0) - (places.get(other.question.id) ?? 0),
  );
}

const counted = (count: number): string => (count === 1 ? "1 question" : `${count} questions`);

const promptFor = ({ question, feedback }: Work): string =>
  draftingPrompt(
    { question: question.question, expected: question.rawAnswer, notes: question.answerNotes },
    feedback,
  );

/** The answers so far, less those that are taken back, and the new ones. The expected answer always stands first. */
function mergedTries({ question, tries }: Work, draft: Draft): Work["tries"] {
  const expected = { kind: "expected", answer: question.rawAnswer } as const;
  const known = tries.length === 0 ? [expected] : tries;
  const kept = known.map((one, at) => {
    const withdrawn = at === 0 ? undefined : draft.withdrawn.get(at + 1);
    return withdrawn === undefined ? one : { ...one, withdrawn };
  });
  return distinctTries([...kept, ...draft.tries]).slice(0, mostTries);
}

const counting = ({ tries }: Work): readonly Try[] =>
  tries.filter(({ withdrawn }) => withdrawn === undefined);

function keepOutcome(work: Work, outcome: readonly TriedAnswer[]): void {
  let at = 0;
  work.tries = work.tries.map((one) => {
    const last = one.withdrawn === undefined ? outcome[at++] : undefined;
    return last === undefined ? one : { ...one, last };
  });
}

/** Answers without a verdict say nothing of the draft. */
const countWrong = (tried: readonly TriedAnswer[]): number =>
  tried.filter((one) => one.verdict !== "none" && !isAsItShould(one)).length;

function feedbackOf({ tries }: Work, fields: readonly object[], problems: readonly string[]): Feedback {
  const tried = tries.flatMap(({ kind, answer, withdrawn, last }) =>
    last === undefined
      ? [
          {
            kind,
            answer,
            verdict: "none" as const,
            read: undefined,
            ...(withdrawn !== undefined && { withdrawn }),
          },
        ]
      : [last],
  );
  return { fields, problems, tries: tried };
}

const longestWhy = 300;

function settled(
  { question, drafts, best, tries, feedback }: Work,
  { draftingModel, judge }: DraftingOptions,
): DraftedTemplate {
  const by = draftingModel.modelName ?? "";
  const common = { by, judge: judge?.modelName ?? by, drafts };
  if (best?.template === undefined) {
    const reason = `Nothing that was drafted can be used: ${feedback?.problems.join("; ") ?? ""}`.slice(
      0,
      600,
    );
    const record: DraftRecord = {
      state: "fails",
      ...common,
      reason: oneLine(reason),
      fieldReasons: {},
      tries: [],
      templateId: noTemplateId,
    };
    return { question, record };
  }
  const { draft, template, tried } = best;
  const withdrawn = tries.flatMap(({ kind, answer, withdrawn: why, last }): DraftTry[] =>
    why === undefined ? [] : [{ kind, answer, verdict: last?.verdict ?? "none", withdrawn: why }],
  );
  const state =
    countWrong(tried) > 0
      ? "fails"
      : tried.some(({ verdict }) => verdict === "none")
        ? "undecided"
        : "passes";
  const kept = tried.map(({ read: _, why, ...one }) => ({
    ...one,
    ...(why !== undefined && { why: oneLine(why).slice(0, longestWhy) }),
  }));
  return {
    question,
    template,
    record: {
      ...{ state, ...common, reason: draft.reason, fieldReasons: draft.fieldReasons },
      tries: [...kept, ...withdrawn],
      templateId: idOfTemplate(template),
    },
  };
}

function idOfTemplate(template: AnswerTemplate): string {
  const holder = Benchmark.create({ name: "one" });
  return templateIdOf(holder.getQuestion(holder.addQuestion({ question: "?", rawAnswer: "?", template })));
}

/** Writes drafts and their records into a benchmark; the questions stay drafts until a person says otherwise. */
export function applyDrafts(benchmark: Benchmark, drafts: readonly DraftedTemplate[]): void {
  for (const { question, template, record } of drafts) {
    if (template !== undefined) benchmark.setTemplate(question.id, template);
    benchmark.setQuestionCustomProperty(question.id, draftProperty, storedDraftRecord(record));
    benchmark.markUnfinished(question.id);
  }
}
