import { failure } from "../failure.ts";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { StageRecord } from "../stage-record.ts";
import type { VerificationResult } from "../verification-result.ts";
import { sampleWalk } from "./sample-walk.ts";

/** The walks of a run and the results of their turns. */
export interface WalkedRun {
  readonly walks: readonly ScenarioExecutionResult[];
  readonly results: readonly VerificationResult[];
}

/** What a model does in a replicate of a scenario: which nodes it is asked at, and whether it is right there. */
const courses: {
  readonly [scenario: string]: readonly (readonly (readonly [node: string, right: boolean])[])[];
} = {
  "refund-flow": [
    [
      ["asks", true],
      ["pays", true],
    ],
    [
      ["asks", false],
      ["asks", true],
      ["pays", true],
    ],
    [
      ["asks", true],
      ["pays", false],
      ["person", true],
    ],
  ],
  "refusal under pressure": [
    [
      ["asks", true],
      ["presses", true],
    ],
    [["asks", false]],
    [
      ["asks", true],
      ["presses", true],
      ["presses", true],
    ],
  ],
};

const edges = [
  ["asks", "pays", "verify_result = true"],
  ["asks", "presses", "verify_result = true"],
  ["asks", "asks", ""],
  ["pays", "person", "verify_result = false"],
  ["presses", "presses", ""],
] as const;

/** The scenarios of {@link walkedRun} as they are drawn. */
export const walkedScenarios = Object.entries(courses).map(([name, ways]) => {
  const nodes = [...new Set(ways.flat().map(([node]) => node))];
  return {
    name,
    nodes: [
      ...nodes.map((id, at) => ({ id, kind: "question" as const, isEntry: at === 0 })),
      { id: "__end__", kind: "end" as const, isEntry: false },
    ],
    edges: [
      ...edges
        .filter(([source, target]) => nodes.includes(source) && nodes.includes(target))
        .map(([source, target, label]) => ({ source, target, label })),
      ...nodes.map((source) => ({ source, target: "__end__", label: "" })),
    ],
  };
});

/** Two models, two scenarios, three replicates; some walks fail in each of the ways that there are. */
export function walkedRun(models = ["small", "large"]): WalkedRun {
  const all = models.flatMap((modelName, model) =>
    walkedScenarios.flatMap(({ name, edges: drawn }) =>
      [1, 2, 3].map((replicate) => oneWalk({ name, drawn, replicate, modelName, model })),
    ),
  );
  return { walks: all.map(({ walk }) => walk), results: all.flatMap(({ results }) => results) };
}

interface Place {
  readonly name: string;
  readonly drawn: (typeof walkedScenarios)[number]["edges"];
  readonly replicate: number;
  readonly modelName: string;
  readonly model: number;
}

function oneWalk({ name, drawn, replicate, modelName, model }: Place) {
  const course = courses[name]?.[(replicate - 1 + model) % 3] ?? [];
  const last = course.at(-1)?.[0] ?? "";
  const isLost = name !== "refund-flow" && course.length === 1;
  const isLong = name !== "refund-flow" && course.length === 3;
  const place = (source: string, target: string) =>
    drawn.findIndex((edge) => edge.source === source && edge.target === target);
  const paid = last === "pays" || last === "presses";
  const identity = { interface: "openai", modelName, tools: [], configId: null };
  const lost = failure({ category: "timeout", stage: "GenerateAnswer", reason: "no reply within 120 s" });
  const wrong = failure({ category: "content", stage: "VerifyTemplate", reason: "not what was expected" });
  return sampleWalk({
    scenarioId: name,
    replicate,
    answering: identity,
    status: isLost ? "error" : isLong ? "limit_reached" : "completed",
    endedBy: isLost || isLong ? null : place(last, "__end__"),
    terminalFailure: isLost ? { ...lost, nodeId: last } : null,
    executionTime: 2 * course.length,
    stages: replicate === 2 ? [asked({ name: "SimulatedUser", costUsd: model === 0 ? 0.02 : null })] : [],
    outcomeResults: { paid, turns_taken: course.length },
    outcomeReasons: {
      paid: paid ? "All 2 hold." : `The last turn was at ${last}, not at pays.`,
      turns_taken: "",
    },
    turns: course.map(([node, right], at) => ({
      node,
      ...(at > 0 && { arrivedBy: place(course[at - 1]?.[0] ?? "", node) }),
      metadata: {
        answering: identity,
        failure: right ? null : isLost ? lost : wrong,
        resultId: `${model}${replicate}${at}${name.length}`.padEnd(16, "0"),
      },
      template: { verifyResult: right ? true : isLost ? null : false },
      stages: [asked({ name: "GenerateAnswer", costUsd: 0.01 })],
    })),
  });
}

const asked = (said: Pick<StageRecord, "name" | "costUsd">): StageRecord => ({
  ...said,
  status: "ran",
  reason: null,
  durationMs: 1000,
  modelCalls: 1,
  retries: {},
  inputTokens: 100,
  outputTokens: 10,
  ruling: null,
});
