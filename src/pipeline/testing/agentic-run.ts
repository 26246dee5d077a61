import * as z from "zod";
import type { WorkspaceProvider } from "../../ports/index.ts";
import { allTraits, emptyRubric, rubricFromTraits } from "../../rubric/index.ts";
import { type AnswerTemplate, answerTemplate, booleanMatch, verified } from "../../template/index.ts";
import {
  type AgenticParsingOptions,
  type AnswerSource,
  type PipelineOptions,
  StageOrchestrator,
  type Task,
} from "../index.ts";
import { type AgentScript, type ScriptedAgent, scriptedAgent } from "./scripted-agent.ts";
import { type ScriptedStep, scriptedModel } from "./scripted-model.ts";
import { plainServices, taskFor } from "./task-for.ts";

/** What the specification gives as defaults of agentic parsing. */
const agenticParsing: AgenticParsingOptions = {
  ...{ trigger: "always", context: "workspace_only", maxTurns: 15, timeoutMs: 120_000 },
  ...{ materializeTrace: false, persistTrace: false },
};

/** Asks whether the code works. */
const worksTemplate = answerTemplate({
  works: verified(z.boolean(), {
    description: "Whether the parser works",
    groundTruth: true,
    verifyWith: booleanMatch(),
    extractionHint: "Look at the code.",
  }),
});

/** An agent that says it mended the parser, and leaves this code. */
export const answeringWith =
  (code: string, claim = "I mended the parser."): AgentScript =>
  async ({ write }) => {
    await write("parser.ts", code);
    return { text: claim, outputs: ["written"] };
  };

/** An agent that reads the code and reports what it sees. */
export const readingCode: AgentScript = async ({ read }) => {
  const code = await read("parser.ts");
  return { text: `parser.ts, line 1: ${code}`, outputs: [code] };
};

/** A judge that records what the report says of the code. */
export const recording: ScriptedStep = ({ messages }) =>
  JSON.stringify({ works: !JSON.stringify(messages).includes("line 1: broken") });

/** One task of an agentic run. */
export interface AgenticRun {
  readonly provider: WorkspaceProvider | null;
  /** How the answering agent works; a text: a plain model that answers this. */
  readonly answering?: AgentScript | string;
  /** How the judge investigates; null: it cannot. */
  readonly looking?: AgentScript | null;
  readonly steps?: readonly ScriptedStep[];
  readonly template?: AnswerTemplate;
  readonly parsing?: Partial<AgenticParsingOptions>;
  readonly options?: Partial<PipelineOptions>;
  readonly rubric?: Task["rubric"];
  /** How many judges look at the answer. */
  readonly judges?: number;
  readonly judge?: string;
  readonly answers?: AnswerSource;
  readonly signal?: AbortSignal;
}

/** Runs one task: the question's files are in the folder `task`. */
export async function runAgentic(given: AgenticRun) {
  const { provider, looking = readingCode, steps = [recording], rubric = null, judge = "judge" } = given;
  const model = scriptedModel(steps);
  const agent: ScriptedAgent | null = looking === null ? null : scriptedAgent(looking);
  const script = given.answering ?? answeringWith("broken");
  const answering = scriptedAgent(typeof script === "string" ? async () => script : script);
  const mode = given.options?.evaluationMode ?? "template_only";
  const task = taskFor({
    template: given.template ?? worksTemplate,
    question: "Mend the parser.",
    answering:
      typeof script === "string"
        ? scriptedModel([script])
        : { kind: "agent", agent: answering, maxTurns: 10, timeoutMs: 60_000, tools: null },
    judge: model,
    rubric,
    options: {
      agenticParsing: { ...agenticParsing, ...given.parsing },
      ...(provider !== null && { workspaces: { provider, judges: given.judges ?? 1 } }),
      ...given.options,
    },
  });
  const traits = [rubric?.rubric, rubric?.dynamic].flatMap((part) => allTraits(part ?? emptyRubric));
  const orchestrator = StageOrchestrator.fromConfig({
    evaluationMode: mode,
    agenticParsing: true,
    abstentionEnabled: given.options?.abstention,
    deepJudgmentEnabled: given.options?.deepJudgment !== undefined,
    rubric: rubricFromTraits(traits),
  });
  const services = await plainServices(given.answers && { answers: given.answers });
  const result = await orchestrator.execute(
    {
      ...task,
      question: { ...task.question, id: "q1", workspacePath: "task" },
      parsing: {
        ...task.parsing,
        id: judge,
        agent,
        identity: { ...task.parsing.identity, modelName: judge },
      },
    },
    { services, signal: given.signal ?? new AbortController().signal },
  );
  const stageOf = (name: string) => result.stages.find((stage) => stage.name === name);
  return { ...result, stageOf, model, answering, looks: agent?.requests ?? [] };
}
