import { type Environment, KareninaError, sha256 } from "../../base/index.ts";
import { askedConversation, replicateNumber } from "../../pipeline/index.ts";
import type { ModelIdentity } from "../../result/index.ts";
import type { ResumedReuse } from "../../run/index.ts";
import { investigatesFolders } from "../agents/investigates-folders.ts";
import { listedNames } from "../listed-names.ts";
import type { PreparedRun } from "../prepare-run.ts";
import { describeReuse, type ReuseCounts } from "./describe-reuse.ts";
import { decidersOf } from "./judgment-parts.ts";
import { type MissingReason, missingReasons, type ReusePlace, type ReuseSource } from "./reuse-source.ts";
import { type KeyedTask, type TaskKeys, taskKeys } from "./task-keys.ts";

/** What is taken over from an earlier run. */
export interface ReuseRequest {
  readonly source: ReuseSource;
  /**
   * `answers`: every answer to a question whose text is the same, whatever the settings of its model, and no judgment.
   * `known`: whatever the same question, models and settings have given.
   */
  readonly take: "answers" | "known";
  /** Answers that the source does not have: asked for, or left out with all their tasks. */
  readonly missing: "ask" | "leave";
}

/** What becomes of a task. */
export type ReuseDecision =
  | { readonly kind: "result"; readonly at: number }
  | { readonly kind: "answer"; readonly at: number }
  /** Of a result some traits are missing, and nothing else. */
  | { readonly kind: "traits"; readonly at: number; readonly missing: readonly string[] }
  | { readonly kind: "ask" | "leave"; readonly why: MissingReason };

/** What a run takes over. */
export interface ReusePlan extends ResumedReuse, Pick<ReuseRequest, "take" | "missing"> {
  readonly source: ReuseSource;
  readonly counts: ReuseCounts;
  /** Models under test that nothing is asked of, by id, as the source knows them. */
  readonly unaskedAnswering: ReadonlyMap<string, ModelIdentity | null>;
  /** Ids of judges that nothing is asked of. */
  readonly unaskedJudges: ReadonlySet<string>;
  /** What is taken over and what is not, and why, a sentence each. */
  readonly lines: readonly string[];
  decide(task: KeyedTask): ReuseDecision;
  keysOf(task: KeyedTask): TaskKeys;
}

/**
 * Decides what a run takes over from an earlier one. Asks no model.
 *
 * @throws KareninaError `configuration` where nothing at all can be taken over, and where answers are to be judged by agents
 * in folders that are gone.
 */
export async function planReuse(
  run: PreparedRun,
  { source, take, missing }: ReuseRequest,
  environment: Environment,
): Promise<ReusePlan> {
  if (run.scenarios.length > 0)
    throw new KareninaError(
      "configuration",
      `Answers of an earlier run are taken over for questions, and this run walks through scenarios: ${listedNames(run.scenarios.map(({ name }) => name))}.`,
      {
        hint: "Name the questions to run, or run without the earlier run; `cache` (--cache) keeps replies of walks as well.",
      },
    );
  const keysOf = await taskKeys(run, environment);
  const decide = (task: KeyedTask): ReuseDecision => {
    const place = placeOf(task);
    if (take === "answers") {
      const at = source.findAnswer(place);
      return typeof at === "number" ? { kind: "answer", at } : { kind: missing, why: at };
    }
    const keys = keysOf(task);
    const whole = source.findResult(keys);
    if (whole !== undefined) return { kind: "result", at: whole };
    const part = source.findPart(keys);
    if (part !== undefined && isAddable(task, part.missing)) return { kind: "traits", ...part };
    const at = source.findKeyedAnswer(keys, place);
    return typeof at === "number" ? { kind: "answer", at } : { kind: missing, why: at };
  };
  // one key says that nothing was another; of two that differ nobody knows whether files were
  const mayHaveOtherFiles = (task: KeyedTask): boolean =>
    task.question.workspacePath !== undefined &&
    typeof source.findKeyedAnswer(keysOf(task), placeOf(task)) !== "number";
  const counts = {
    results: 0,
    widened: 0,
    judged: 0,
    answers: 0,
    asked: noReasons(),
    left: noReasons(),
    otherFiles: [] as string[],
  };
  const identities = new Map<string, ModelIdentity | null>();
  const askedAnswering = new Set<string>();
  const askedJudges = new Set<string>();
  const taken: string[] = [];
  let goneFolder: string | undefined;
  for (const tasks of answersOf(run)) {
    const decided = tasks.map((task) => ({ task, decision: decide(task) }));
    const open = decided.filter(({ decision }) => decision.kind !== "result");
    counts.results += decided.length - open.length;
    for (const { task, decision } of open) {
      if (decision.kind === "leave") continue;
      counts.judged += 1;
      if (decision.kind === "traits") counts.widened += 1;
      if (decision.kind !== "traits" || isAskedFor(task, decision.missing)) askedJudges.add(task.parsing.id);
    }
    for (const { task, decision } of decided)
      if ("at" in decision) taken.push(takenLine(task, decision, source));
    for (const { task, decision } of decided)
      if ("at" in decision && !identities.has(task.answering.id)) {
        const { answering } = source.at(decision.at).metadata;
        // a prompt may have been called something else then
        if (source.modelId(answering) === task.answering.id) identities.set(task.answering.id, answering);
      }
    const first = open.find(({ decision }) => decision.kind !== "traits");
    if (first === undefined) continue;
    const { task, decision } = first;
    if (decision.kind === "ask") {
      askedAnswering.add(task.answering.id);
      counts.asked[decision.why].push(task.question.id);
    } else if (decision.kind === "leave") {
      const isFirst = task.answering === run.resolved.answeringModels[0] && (task.replicate ?? 1) === 1;
      const isTold = !source.isUneven || decision.why === "question_changed";
      if (isTold || (isFirst && !source.hasQuestion(task.question.id)))
        counts.left[decision.why].push(task.question.id);
    } else {
      counts.answers += 1;
      if (take === "answers" && mayHaveOtherFiles(task)) counts.otherFiles.push(task.question.id);
      if (investigatesFolders(task, run.resolved)) goneFolder ??= task.question.id;
    }
  }
  if (goneFolder !== undefined) throw foldersGone(source, goneFolder);
  if (counts.results + counts.widened + counts.answers === 0) throw nothingToTake(source, counts);
  return {
    ...{ source, take, missing, counts, decide, keysOf },
    takenOver: {
      questions: digestOf(run.plan.questions.map(({ question }) => question.id)),
      content: digestOf(taken),
    },
    // results that are taken over by their keys are right whatever has come to the source since
    keepsAnswer: (result) => take !== "answers" || source.hasSameAnswer(result),
    unaskedAnswering: new Map(
      run.resolved.answeringModels
        .filter(({ id }) => !askedAnswering.has(id))
        .map(({ id }) => [id, identities.get(id) ?? null]),
    ),
    unaskedJudges: new Set(
      run.resolved.parsingModels.map(({ id }) => id).filter((id) => !askedJudges.has(id)),
    ),
    lines: describeReuse(source, counts),
  };
}

/** Agents look at more than an answer: what they are to judge is judged with the rest. */
const isAddable = ({ rubric }: KeyedTask, names: readonly string[]): boolean =>
  rubric !== null && names.length > 0 && !decidersOf(rubric, names).includes("agent");

const isAskedFor = ({ rubric }: KeyedTask, names: readonly string[]): boolean =>
  rubric !== null && decidersOf(rubric, names).includes("judge");

/** What a task takes over, whatever the order of the source. */
function takenLine(
  { question, answering, parsing, replicate }: KeyedTask,
  { kind, at }: Extract<ReuseDecision, { readonly at: number }>,
  source: ReuseSource,
): string {
  const content = kind === "answer" ? source.answerDigest(at) : source.resultDigest(at);
  return JSON.stringify([question.id, answering.id, parsing.id, replicate, kind, content]);
}

const digestOf = (lines: readonly string[]): string => sha256(JSON.stringify(lines.toSorted()));

const placeOf = (task: KeyedTask): ReusePlace => ({
  questionId: task.question.id,
  questionText: task.question.question,
  conversation: askedConversation(task),
  answering: task.answering.id,
  replicate: task.replicate,
});

/** The tasks of a run, those of one answer together. */
export function* answersOf({ plan, resolved }: PreparedRun): Generator<readonly KeyedTask[]> {
  const { answeringModels, parsingModels, replicateCount } = resolved;
  for (const planned of plan.questions)
    for (const answering of answeringModels)
      for (let place = 0; place < replicateCount; place += 1) {
        const replicate = replicateNumber(place, replicateCount);
        yield parsingModels.map((parsing) => ({ ...planned, answering, parsing, replicate }));
      }
}

const noReasons = (): Record<MissingReason, string[]> => ({
  unknown: [],
  question_changed: [],
  settings_changed: [],
  contents_unknown: [],
  failed: [],
});

function foldersGone({ name }: ReuseSource, questionId: string): KareninaError {
  return new KareninaError(
    "configuration",
    `The judge of question "${questionId}" looks at the folder that the answer was worked out in; ${name} holds answers, not their folders.`,
    {
      hint: "Judge answers that are taken over without agentic parsing and agentic traits, or by what the trace alone says (`context_mode` `trace_only`).",
    },
  );
}

function nothingToTake(source: ReuseSource, { asked, left }: ReuseCounts): KareninaError {
  const ids = source.models.map(({ id }) => `"${id}"`).join(", ");
  const reasons = missingReasons.filter((reason) => asked[reason].length + left[reason].length > 0);
  const missing = noReasons();
  for (const reason of missingReasons) missing[reason].push(...asked[reason], ...left[reason]);
  const nothing = {
    results: 0,
    widened: 0,
    judged: 0,
    answers: 0,
    asked: noReasons(),
    left: missing,
    otherFiles: [],
  };
  const why = describeReuse(source, nothing);
  return new KareninaError(
    "configuration",
    `Nothing of ${source.name} can be taken over. ${why.slice(1).join(" ")}`,
    {
      hint: reasons.includes("unknown")
        ? `Its answers are of ${ids === "" ? "no model" : ids}: questions and models are known by their ids.`
        : "Run without it.",
    },
  );
}
