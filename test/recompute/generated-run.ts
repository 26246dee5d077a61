import { failure, type VerificationResult } from "../../src/result/index.ts";
import { rubricSection } from "../../src/result/sections/rubric.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";

const models = ["swift", "steady", "small"];
const judges = ["strict", "lenient"];
const replicates = 3;

/** A whole number below 1,000, the same for the same words. */
function lot(...words: readonly unknown[]): number {
  let sum = 7;
  for (const character of words.join("|")) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return ((sum * 7919) % 1_000_003) % 1000;
}

/**
 * Three models, two judges, three replicates of some questions: every outcome, traits of every kind, keywords, partial credit, usage and
 * costs that are known and unknown, answers that replicates repeat, units that one model lacks. The same each time.
 */
export function generatedRun(questions = 24): readonly VerificationResult[] {
  const results: VerificationResult[] = [];
  for (let replicate = 1; replicate <= replicates; replicate++)
    for (let question = 0; question < questions; question++)
      for (const [model, modelName] of models.entries())
        for (const judge of judges) {
          if (modelName === "small" && question === 23) continue;
          if (modelName === "swift" && replicate === 3 && question % 13 === 5) continue;
          results.push(resultOf({ question, model, modelName, judge, replicate, place: results.length }));
        }
  return results;
}

interface Unit {
  readonly question: number;
  readonly model: number;
  readonly modelName: string;
  readonly judge: string;
  readonly replicate: number;
  readonly place: number;
}

type Verdict = "pass" | "wrong" | "no_answer";

function resultOf(unit: Unit): VerificationResult {
  const { question, model, modelName, judge, replicate, place } = unit;
  // some questions are answered in the same words each time
  const words = question % 3 === 0 ? 1 : replicate;
  const hardness = lot("question", question);
  const chance = lot("answer", question, modelName, words);
  const knows = hardness * 0.6 + chance * 0.4 < 640 - 110 * model;
  const disagrees = lot("judge", question, modelName, replicate, judge) < (judge === "strict" ? 60 : 110);
  const verdict: Verdict = knows !== disagrees ? "pass" : chance % 5 === 0 ? "no_answer" : "wrong";
  const fault = faultOf(unit);
  return sampleResult({
    metadata: {
      resultId: `r${place}`,
      questionId: `q${question}`,
      templateId: question === 21 ? "no_template" : "t",
      questionText: `Question ${question}? ${"More of it. ".repeat([0, 10, 40, 100][question % 4] ?? 0)}`,
      keywords: keywordsOf(question),
      replicate,
      answering: { interface: "openai", modelName, tools: [], configId: model === 0 ? "fast" : null },
      parsing: { interface: "openai", modelName: judge, tools: [], configId: null },
      executionTime: 0.5 + lot("time", place) / 250,
      failure: fault?.failure ?? failureOf(verdict, unit),
      evaluationMode: fault?.evaluationMode ?? "template_and_rubric",
    },
    template: fault === undefined ? templateOf(verdict, unit, words) : fault.template,
    rubric: fault?.failure?.category === "rate_limit" ? null : rubricOf(unit, words),
    stages: stagesOf(unit),
  });
}

const keywordsOf = (question: number) =>
  question % 7 === 6
    ? null
    : ["safety", "dosage", "genes"].filter((_, at) => lot("keyword", question, at) < 450);

function failureOf(verdict: Verdict, { question }: Unit) {
  if (verdict === "pass") return null;
  return verdict === "wrong"
    ? failure({
        category: "content",
        stage: "VerifyTemplate",
        reason: `wrong: ${question % 2 ? "dose" : "unit"}`,
      })
    : failure({ category: "abstention", stage: "AbstentionCheck", reason: "the model refused" });
}

/** One result in seven failed in a way that is no verdict, or had nothing to verify. */
function faultOf({ question, replicate, place }: Unit) {
  const kind = lot("fault", place);
  const because = (category: Parameters<typeof failure>[0]["category"], stage: string, reason: string) =>
    failure({ category, stage, reason });
  if (question === 11) return { failure: because("template_validation", "ValidateTemplate", "it is broken") };
  if (kind < 25)
    return {
      failure: because("parsing", "ParseTemplate", `no JSON at ${kind}`),
      template: { verifyResult: null },
    };
  if (kind < 45)
    return {
      failure: because("rate_limit", "GenerateAnswer", `status 429 after ${kind}.5 s`),
      template: { verifyResult: null, usageUnavailable: true },
    };
  if (kind < 60)
    return {
      failure: because("rate_limit", "GenerateAnswer", `status 503 after ${kind} s`),
      template: null,
    };
  if (question === 20)
    return {
      failure: replicate === 2 ? because("trace_validation", "TraceValidation", "no closing message") : null,
      evaluationMode: "rubric_only",
      template: null,
    };
  return kind < 70 ? { failure: null, template: { verifyResult: null } } : undefined;
}

function templateOf(verdict: Verdict, unit: Unit, words: number) {
  const { question, modelName, judge, place } = unit;
  const isRight = verdict === "pass";
  const unitIs = lot("unit", question, modelName, words, judge) < 700;
  const found = { dose: isRight ? question : null, unit: unitIs ? "mg" : "g" };
  return {
    verifyResult: isRight,
    rawLlmResponse: `${modelName} says to ${question}: ${words}`,
    parsedGtResponse: { dose: question, unit: "mg" },
    parsedLlmResponse: found,
    fieldResults: { dose: isRight ? true : question % 2 === 0 ? false : null, unit: unitIs },
    verifyGranularResult: question % 9 === 4 ? null : (Number(isRight) + Number(unitIs)) / 2,
    usageUnavailable: place % 17 === 3,
    recursionLimitReached: !isRight && place % 11 === 2,
    agentMetrics:
      modelName === "small"
        ? null
        : { toolCalls: place % 5, suspectFailedToolCalls: place % 10 === 4 ? 1 : 0 },
    usageMetadata:
      place % 19 === 5
        ? null
        : {
            answer_generation: usageOf(100 + lot("in", place), 20 + lot("out", place)),
            parsing: usageOf(300, 30 + (place % 7)),
            rubric_evaluation: usageOf(200, 10),
            total: usageOf(9999, 9999),
          },
  };
}

const usageOf = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
});

function rubricOf({ question, modelName, judge, replicate, place }: Unit, words: number) {
  const answer = [question, modelName, words];
  const said = (name: string, spread: number) =>
    lot(name, ...answer) + lot(name, ...answer, judge, replicate) * spread;
  const tone = ["Formal", "Warm", "Dry"][Math.floor(said("tone", 0.2) / 401)] ?? "Dry";
  const fails = lot("trait fails", place) < 50;
  return rubricSection({
    rubricEvaluationPerformed: true,
    rubricEvaluationStrategy: "batch",
    llmTraitScores: {
      clear: said("clear", 0.3) > 400,
      depth: 1 + Math.floor(said("depth", 0.4) / 281),
      tone: fails ? -1 : ["Formal", "Warm", "Dry"].indexOf(tone),
      "facts.count": 1 + (Math.floor(said("facts", 0.1)) % 4),
      "facts.cited": said("cited", 0.5) > 600,
      "facts.names": ["a", "b"],
      "facts.source": `source ${question % 5}`,
    },
    llmTraitLabels: { tone: fails ? "[EVALUATION_ERROR: none]" : tone },
    regexTraitScores: { cites: lot("cites", ...answer) < 500 },
    callableTraitScores: { words: Math.floor(lot("words", ...answer) / 90) / 2 },
    metricTraitScores: {
      found: {
        precision: Math.floor(lot("precision", ...answer, judge) / 100) / 10,
        recall: Math.floor(lot("recall", ...answer) / 125) / 8,
      },
    },
    ...retrievalOf([lot("grounded", ...answer), lot("first", ...answer), lot("second", ...answer)]),
    agenticTraitScores: { runs: lot("runs", ...answer, judge) < 800 },
    dynamicRubricSkippedTraits: question % 4 === 1 ? { safe: "concept not present in response" } : null,
    traitProvenance: {
      clear: "global",
      ...(question % 10 === 3 && { forgotten: "question_specific" }),
    },
    traitFailures: fails ? { tone: `no class after ${place % 2} tries` } : null,
  });
}

/** Claims and passages of an answer, and what traits about retrieval come to by them. */
function retrievalOf(lots: readonly [number, number, number]) {
  const [grounded, ...passages] = lots;
  const finding = (counts: boolean, context: number | null) => ({
    text: "said",
    counts,
    sentence: null,
    start: null,
    end: null,
    context,
    quote: null,
    quoteStart: null,
    quoteEnd: null,
    reason: null,
  });
  const of = 1 + (grounded % 4);
  const counted = grounded % (of + 1);
  const useful = passages.map((one) => one < 600);
  const [first, second] = useful;
  const precision = first ? 1 : second ? 1 / 2 : 0;
  const measured = (
    measure: "faithfulness" | "context_relevance" | "context_precision",
    counts: number[],
  ) => ({
    measure,
    counted: counts[0] ?? 0,
    of: counts[1] ?? 0,
  });
  return {
    retrievalTraitScores: { grounded: counted / of, needed: counted / 7, ordered: precision },
    retrievalTraitCounts: {
      grounded: measured("faithfulness", [counted, of]),
      needed: measured("context_relevance", [counted, 7]),
      ordered: measured("context_precision", [useful.filter(Boolean).length, 2]),
    },
    retrievalTraitFindings: {
      grounded: Array.from({ length: of }, (_, at) => finding(at < counted, null)),
      needed: [finding(true, 1)],
      ordered: useful.map((one, at) => finding(one, at + 1)),
    },
  };
}

function stagesOf({ judge, place, replicate }: Unit) {
  const stage = (name: string, costUsd: number | null, inputTokens: number) => ({
    name,
    status: "ran" as const,
    reason: null,
    durationMs: 100 + place,
    modelCalls: 1,
    retries: {},
    ruling: null,
    inputTokens,
    outputTokens: inputTokens / 10,
    costUsd,
  });
  return [
    // the second judge shares the answer
    ...(judge === "strict"
      ? [stage("GenerateAnswer", replicate === 2 ? null : 0.001 * (1 + (place % 5)), 500)]
      : []),
    stage("ParseTemplate", place % 6 === 0 ? null : 0.0004, 250),
  ];
}
