import * as z from "zod";
import { switchFlags } from "./flag.ts";
import { isDeepAgent } from "./inferred-interface.ts";
import { settingsAbout } from "./setting.ts";
import type { SettingsSoFar } from "./setting-question.ts";

const ofAgents = settingsAbout("agents");
const ofWorkspaces = settingsAbout("workspaces");

const ofParsing = ["noTemplates", "noAgenticParsing"] as const;
/** Whether templates are filled in by judges that look for themselves. */
export const parsesByAgent = ({ agenticParsing, evaluationMode, parsingModels = [] }: SettingsSoFar) =>
  agenticParsing && evaluationMode !== "rubric_only" && parsingModels.every(isDeepAgent);

/** Judges that look for themselves. */
export const agentSettings = {
  agenticParsing: ofAgents({
    schema: z.boolean(),
    about:
      "the judge looks into the workspace before it fills the template in; needs a [workspace root](#workspaces); not in `rubric_only`. [Deep judgment](#deep-judgment) of templates does not apply then, and a warning says so",
    default: false,
    flags: switchFlags(
      "agentic-parsing",
      "the judge looks into the workspace before it fills the template in",
      "it reads the answer only",
    ),
    question: {
      mode: "advanced",
      message: "Does the judge look into the workspace before it fills the template in (agentic parsing)?",
      when: (now) => parsesByAgent({ ...now, agenticParsing: true }),
      // what goes with it would contradict
      also: (isOn) => (isOn === true ? {} : { agenticParsingTrigger: "always" }),
    },
    withoutEffect: ["noTemplates"],
  }),
  agenticParsingTrigger: ofAgents({
    schema: z.enum(["always", "dynamic"]),
    about: "`dynamic`: only where the answer alone leaves doubts",
    default: "always",
    flag: ["--agentic-parsing-trigger <when>", "choice", "always, or where the answer alone leaves doubts"],
    question: {
      mode: "advanced",
      message: "When does it look?",
      choices: { always: null, dynamic: "where the answer alone leaves doubts" },
      when: parsesByAgent,
    },
    withoutEffect: ofParsing,
  }),
  agenticJudgeContext: ofAgents({
    schema: z.enum(["workspace_only", "trace_and_workspace", "trace_only"]),
    about:
      "what the judge is shown: `workspace_only`, `trace_and_workspace`, or `trace_only`, which looks at no workspace (a warning says so)",
    default: "workspace_only",
    flag: ["--agentic-judge-context <context>", "choice", "what the judge is shown"],
    question: {
      mode: "advanced",
      message: "What is it shown?",
      choices: {
        workspace_only: "nothing of what the model said",
        trace_and_workspace: "both",
        trace_only: "no workspace",
      },
      when: parsesByAgent,
    },
    withoutEffect: ofParsing,
  }),
  agenticParsingMaxTurns: ofAgents({
    schema: z.int().min(1),
    about: "model calls of one investigation",
    default: 15,
    flag: ["--agentic-parsing-max-turns <n>", "count", "model calls of one investigation"],
    question: {
      mode: "advanced",
      message: "How many model calls for one investigation?",
      reads: "count",
      when: parsesByAgent,
    },
    withoutEffect: ofParsing,
  }),
  agenticParsingTimeout: ofAgents({
    schema: z.number().min(0),
    about: "seconds of one investigation",
    default: 120,
    flag: ["--agentic-parsing-timeout <seconds>", "seconds", "limit of one investigation"],
    withoutEffect: ofParsing,
  }),
  agenticParsingMaterializeTrace: ofAgents({
    schema: z.boolean(),
    about: "give the trace as a file in place of the prompt; not with `workspace_only`",
    default: false,
    flags: switchFlags(
      "agentic-parsing-materialize-trace",
      "give the judge the trace as a file",
      "in the prompt",
    ),
    withoutEffect: ofParsing,
  }),
  agenticParsingPersistTrace: ofAgents({
    schema: z.boolean(),
    about: "leave the file of the trace in the answer's workspace",
    default: false,
    flags: switchFlags("agentic-parsing-persist-trace", "leave that file in the workspace", "do not"),
    withoutEffect: [...ofParsing, "noTraceFile"],
  }),
  agenticRubricStrategy: ofAgents({
    schema: z.enum(["individual", "shared"]),
    about: "`individual`: an investigation for each trait; `shared`: one for all traits of one judge",
    default: "individual",
    flag: ["--agentic-rubric-strategy <strategy>", "choice", "an investigation for each trait, or one"],
    withoutEffect: ["noTraits", "noAgenticTraits"],
  }),
  agenticRubricParallel: ofAgents({
    schema: z.boolean(),
    about: "several investigations of an answer at the same time",
    default: false,
    flags: switchFlags(
      "agentic-rubric-parallel",
      "several investigations of an answer at the same time",
      "one after the other",
    ),
    withoutEffect: ["noTraits", "noAgenticTraits"],
  }),
};

/** The folders that agents work in. */
export const workspaceSettings = {
  workspaceCopy: ofWorkspaces({
    schema: z.boolean(),
    about: "false: agents work in the question's own folder and change your files",
    default: true,
    flags: switchFlags(
      "workspace-copy",
      "agents work in copies of the questions' folders",
      "in the folders themselves, which they may change",
    ),
    withoutEffect: ["noWorkspaces"],
  }),
  workspaceCleanup: ofWorkspaces({
    schema: z.boolean(),
    about: "false: the answering agents' folders stay after the run",
    default: true,
    flags: switchFlags("workspace-cleanup", "remove those copies", "leave them"),
    withoutEffect: ["noWorkspaces"],
    proceeding: true,
  }),
  workspaceOutputMode: ofWorkspaces({
    schema: z.enum(["none", "full", "produced"]),
    about: "what is kept of a workspace: `none`, `full`, or what the agent `produced`",
    default: "none",
    flag: ["--workspace-output-mode <mode>", "choice", "what is kept of workspaces"],
    withoutEffect: ["noWorkspaces"],
    proceeding: true,
  }),
  workspaceOutputDir: ofWorkspaces({
    schema: z.string().nullable(),
    about:
      "folder for what is kept of workspaces; needed unless that is `none`. The command line takes `workspaces` beside the results",
    default: null,
    flag: [
      "--workspace-output-dir <folder>",
      "text",
      "where it is kept; default: workspaces beside the results",
    ],
    withoutEffect: ["noWorkspaces", "nothingKept"],
    proceeding: true,
    holds: "path",
  }),
  workspaceOutputExcludePatterns: ofWorkspaces({
    schema: z.array(z.string()),
    about: "what never counts as produced",
    default: [],
    flag: ["--workspace-output-exclude <pattern>", "gathered", "never counts as produced; may be repeated"],
    override: "workspaceOutputExcludePatterns",
    withoutEffect: ["noWorkspaces", "nothingKept"],
    proceeding: true,
  }),
};
