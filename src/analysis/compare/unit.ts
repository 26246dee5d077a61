import { type JsonObject, ownEntry } from "../../base/index.ts";
import {
  answeringModel,
  hadTemplate,
  isWholeWork,
  type Outcome,
  outcomeOf,
  parsingModel,
  type VerificationResult,
} from "../../result/index.ts";
import { isCostOfStagesKnown } from "../known-cost.ts";
import { cellText } from "../tables/cell-text.ts";
import { traitParts } from "../traits/judged-traits.ts";
import { passedOf } from "../verdict.ts";
import type { Matchable } from "./match-units.ts";

/** What comparing needs of one result. */
export interface Unit extends Matchable {
  readonly questionId: string;
  readonly questionText: string;
  /** The text with all that stood around it, to tell what was asked apart. */
  readonly asked: string;
  readonly keywords: readonly string[];
  readonly cluster: string;
  readonly hadTemplate: boolean;
  readonly outcome: Outcome;
  /** 1 for a pass, 0 for a wrong or no answer, null without a verdict. */
  readonly passed: 0 | 1 | null;
  /** See `answerKeyOf`; null where it was not kept, or nobody asks for it. */
  readonly answer: string | null;
  readonly expected: string | null;
  readonly got: string | null;
  readonly reason: string | null;
  readonly flags: ReadonlyMap<string, boolean>;
  readonly scores: ReadonlyMap<string, number>;
  /** Classes of literal traits. */
  readonly classes: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, number>;
  /** What is known of the cost; null where a part of the work was taken over, or nothing tells of it. */
  readonly cost: KnownCost | null;
}

/** What the cost and time of a unit are of: all of its task, or where judges are compared what came after the answer, which they share. */
export type CountedWork = "task" | "judging";

/** What something has cost, as far as it is known. */
export interface KnownCost {
  /** In US dollars. */
  readonly usd: number;
  /** True where the price of some calls is not known. */
  readonly isPartial: boolean;
}

/** The name under which partial credit stands among scores. */
export const granularScore = "granular_score";

const longestText = 300;

/** Stages that lead to an answer, and judge nothing. */
const notOfJudging: readonly string[] = ["GenerateAnswer", "SimulatedUser"];

/** Reads a unit off a result. */
export function unitOf(result: VerificationResult, cluster: string, work: CountedWork = "task"): Unit {
  const { metadata, template, rubric } = result;
  const { questionId } = metadata;
  const toVerify = hadTemplate(result);
  const outcome = outcomeOf(result);
  const fields = shownFields(result);
  const flags = new Map<string, boolean>();
  const scores = new Map<string, number>();
  const classes = new Map<string, string>();
  const granular = template?.verifyGranularResult;
  if (template?.templateVerificationPerformed && typeof granular === "number")
    scores.set(granularScore, granular);
  for (const { name, value } of rubric === null ? [] : traitParts(rubric)) {
    if (typeof value === "boolean") flags.set(name, value);
    else if (typeof value === "number") scores.set(name, value);
    else classes.set(name, value);
  }
  return {
    questionId,
    questionText: metadata.questionText,
    asked: JSON.stringify([metadata.questionText, metadata.conversation]),
    keywords: metadata.keywords ?? [],
    cluster,
    question: questionId,
    replicate: metadata.replicate ?? 1,
    answering: answeringModel(metadata),
    parsing: parsingModel(metadata),
    hadTemplate: toVerify,
    outcome,
    passed: toVerify ? passedOf(outcome) : null,
    answer: null,
    expected: fieldsText(template?.parsedGtResponse, fields),
    got: fieldsText(template?.parsedLlmResponse, fields),
    reason: metadata.failure?.reason ?? null,
    flags,
    scores,
    classes,
    ...spentOn(result, work),
  };
}

/** The fields that failed, or all where none did. */
function shownFields({ template }: VerificationResult): readonly string[] {
  const names = Object.keys(template?.parsedGtResponse ?? template?.parsedLlmResponse ?? {});
  const failed = names.filter((name) => ownEntry(template?.fieldResults, name) === false);
  return failed.length === 0 ? names : failed;
}

function fieldsText(values: JsonObject | null | undefined, names: readonly string[]): string | null {
  if (values === null || values === undefined) return null;
  const textOf = (name: string) => cellText(ownEntry(values, name)) ?? "nothing";
  const [only] = names;
  const text =
    names.length === 1 && only !== undefined
      ? textOf(only)
      : names.map((name) => `${name}: ${textOf(name)}`).join("; ");
  return text.length <= longestText ? text : `${Array.from(text).slice(0, longestText).join("")}…`;
}

/** Cost and tokens are absent where they are not known; time and cost where a part was taken over from another run. */
function spentOn(result: VerificationResult, work: CountedWork): Pick<Unit, "resources" | "cost"> {
  const { metadata, template } = result;
  const isJudging = work === "judging";
  const stages = result.stages.filter(({ name }) => !isJudging || !notOfJudging.includes(name));
  // an answer that was taken over is no part of judging
  const reused = isJudging && metadata.reused?.what === "answer" ? null : metadata.reused;
  const isWhole = isWholeWork({ metadata: { ...metadata, reused }, stages });
  const cost =
    isWhole && stages.length > 0
      ? {
          usd: stages.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
          isPartial: !isCostOfStagesKnown(stages),
        }
      : null;
  const found = new Map<string, number>();
  const prefix = isJudging ? "judging_" : "";
  if (isWhole && !isJudging) found.set("seconds", metadata.executionTime);
  if (isWhole && isJudging && stages.length > 0)
    found.set(`${prefix}seconds`, stages.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000);
  if (cost?.isPartial === false) found.set(`${prefix}cost_usd`, cost.usd);
  if (template === null || template.usageUnavailable || template.usageMetadata === null)
    return { resources: found, cost };
  for (const [key, { inputTokens, outputTokens }] of Object.entries(template.usageMetadata)) {
    const isAnswer = key === "answer_generation";
    if (key === "total" || (isJudging && isAnswer)) continue;
    const name = isAnswer ? "answer_tokens" : "judge_tokens";
    found.set(name, (found.get(name) ?? 0) + inputTokens + outputTokens);
  }
  return { resources: found, cost };
}
