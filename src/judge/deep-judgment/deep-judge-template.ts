import { atMost, ReplyError, recordFrom, TransportError } from "../../base/index.ts";
import { type Answer, type AnswerTemplate, judgedFields, statesNothing } from "../../template/index.ts";
import { countCalls } from "./count-calls.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import { fillFromEvidence } from "./fill-from-evidence.ts";
import { groupItems } from "./group-items.ts";
import { type AttributeEvidence, judgeByAnswer, judgeByExcerpts } from "./judge-attributes.ts";
import { passageIndex } from "./passage-index.ts";
import type { EvidenceSettings } from "./settings.ts";
import type { DeepJudges, DeepJudgeTemplateRequest, TemplateDeepJudgment } from "./template-deep-judgment.ts";

/** So many groups of attributes are judged at a time. */
const mostGroups = 8;

/**
 * Fills a template from evidence: excerpts of the answer that were found in it, what a search says about them, and
 * reasoning over both; with `reasoning_only`, from reasoning over the whole answer. Fields checked against the trace are
 * no attributes. Throws `ReplyError` or `TransportError` "Deep judgment parsing failed" when there are no excerpts or no
 * values to be had; a search, an assessment or reasoning that fails leaves a warning.
 *
 * How many calls it takes is in docs/judging.md.
 *
 * @example
 * const { answer, excerpts, attributesWithoutExcerpts } = await deepJudgeTemplate(judges, {
 *   template, question, answer: text, withHints: true, tools,
 *   mode: "full", strategy: "batch", settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 2 }, search: null,
 * });
 */
export async function deepJudgeTemplate(
  judges: DeepJudges,
  request: DeepJudgeTemplateRequest,
): Promise<TemplateDeepJudgment> {
  const counter = countCalls();
  const counted: DeepJudges = {
    excerpts: counter.counted(judges.excerpts),
    risk: counter.counted(judges.risk),
    reasoning: counter.counted(judges.reasoning),
    values: counter.counted(judges.values),
  };
  const attributes = attributesOf(request.template, request.settings);
  try {
    const evidence = mergeEvidence(await evidenceOf(counted, attributes, request));
    const answer = await fillFromEvidence(counted.values, request, attributes, evidence);
    return { ...recordEvidence(attributes, evidence, answer), answer, modelCalls: counter.calls };
  } catch (error) {
    throw judges.values.signal.aborted ? error : parsingFailed(error);
  }
}

function attributesOf(template: AnswerTemplate, settings: EvidenceSettings): readonly EvidenceItem[] {
  return judgedFields(template).map(({ name, description }) => ({ name, guidance: description, settings }));
}

/** The evidence group by group. When one group fails, the others end before the error is thrown. */
async function evidenceOf(
  judges: DeepJudges,
  attributes: readonly EvidenceItem[],
  request: DeepJudgeTemplateRequest,
): Promise<readonly AttributeEvidence[]> {
  const { mode, strategy, settings, question, answer, source, parts, search } = request;
  const groups = groupItems(attributes, strategy);
  const inTurn = atMost(mostGroups);
  const index = mode === "full" ? passageIndex(answer, parts) : null;
  const { retryAttempts } = settings;
  const judged = await Promise.allSettled(
    groups.map((group) =>
      inTurn(() =>
        index === null
          ? judgeByAnswer(judges, group, { question, answer, source })
          : judgeByExcerpts(judges, group, { question, index, source, retryAttempts, search }),
      ),
    ),
  );
  return judged.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

function mergeEvidence(groups: readonly AttributeEvidence[]): AttributeEvidence {
  const excerpts = groups.flatMap((group) => [...(group.excerpts ?? [])]);
  return {
    excerpts: groups.every((group) => group.excerpts === null) ? null : new Map(excerpts),
    rejected: new Map(groups.flatMap(({ rejected }) => [...rejected])),
    retries: groups.reduce((sum, { retries }) => sum + retries, 0),
    risks: new Map(groups.flatMap(({ risks }) => [...risks])),
    searched: groups.some(({ searched }) => searched),
    assessed: groups.some(({ assessed }) => assessed),
    reasoning: new Map(groups.flatMap(({ reasoning }) => [...reasoning])),
    warnings: groups.flatMap(({ warnings }) => warnings),
  };
}

function recordEvidence(
  attributes: readonly EvidenceItem[],
  evidence: AttributeEvidence,
  { values }: Answer,
): Omit<TemplateDeepJudgment, "answer" | "modelCalls"> {
  const { excerpts, rejected, risks, searched, assessed, reasoning, retries, warnings } = evidence;
  const names = attributes.map(({ name }) => name);
  const without =
    excerpts === null ? [] : names.filter((name) => !excerpts.get(name)?.some(({ text }) => text !== ""));
  const stages: readonly (readonly [string, boolean])[] = [
    ["excerpts", excerpts !== null],
    ["excerpt_hallucination_assessment", assessed],
    ["reasoning", reasoning.size > 0],
    ["parameters", true],
  ];
  // a value without any passage of the answer has the highest risk
  const unfounded = without.filter((name) => !statesNothing(values[name]));
  const risky = searched ? new Map([...unfounded.map((name) => [name, "high"] as const), ...risks]) : null;
  return {
    excerpts: excerpts === null ? {} : recordFrom(excerpts),
    rejectedExcerpts: orderByField(names, rejected),
    reasoning: recordFrom(reasoning),
    stagesCompleted: stages.flatMap(([stage, completed]) => (completed ? [stage] : [])),
    excerptRetryCount: retries,
    attributesWithoutExcerpts: without,
    hallucinationRisk: risky && orderByField(names, risky),
    warnings,
  };
}

function orderByField<Value>(
  names: readonly string[],
  values: ReadonlyMap<string, Value>,
): { readonly [name: string]: Value } {
  return recordFrom(
    names.flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The error of a template that could not be filled from evidence; what kind of error it was stays as it is. */
function parsingFailed(error: unknown): unknown {
  if (ReplyError.isInstance(error)) return new ReplyError(describeError(error), error.reply, about(error));
  if (TransportError.isInstance(error)) {
    const { category, status, retryAfterMs, partialText } = error;
    return new TransportError(category, describeError(error), {
      ...about(error),
      status,
      retryAfterMs,
      partialText,
    });
  }
  return error;
}

function describeError({ message }: Error): string {
  return `Deep judgment parsing failed: ${message}`;
}

function about(error: ReplyError | TransportError) {
  return { cause: error, ...(error.hint !== undefined && { hint: error.hint }) };
}
