import { inferredInterface, settingDefaults, type VerificationConfig } from "../../config/index.ts";
import { modelInterface } from "../../models/index.ts";
import { count } from "../option-values.ts";
import { askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Asks whether judges look into workspaces for the template's values; only where all of them can. */
export async function askAgenticParsing(
  prompts: Prompts,
  base: VerificationConfig,
): Promise<VerificationConfig> {
  const judges = base.parsingModels ?? [];
  const canLook = judges.every((model) => modelInterface(inferredInterface(model)).tier === "deep_agent");
  if (!canLook || base.evaluationMode === "rubric_only") return {};
  const now = { ...settingDefaults, ...base };
  const agenticParsing = await prompts.yesOrNo({
    message: "Does the judge look into the workspace before it fills the template in (agentic parsing)?",
    initial: now.agenticParsing,
  });
  // what goes with it would contradict
  if (!agenticParsing) return { agenticParsing, agenticParsingTrigger: "always" };
  return {
    agenticParsing,
    agenticParsingTrigger: await prompts.choice<"always" | "dynamic">({
      message: "When does it look?",
      initial: now.agenticParsingTrigger,
      choices: [
        { value: "always", label: "always" },
        { value: "dynamic", label: "dynamic", hint: "where the answer alone leaves doubts" },
      ],
    }),
    agenticJudgeContext: await prompts.choice<"workspace_only" | "trace_and_workspace" | "trace_only">({
      message: "What is it shown?",
      initial: now.agenticJudgeContext,
      choices: [
        { value: "workspace_only", label: "workspace_only", hint: "nothing of what the model said" },
        { value: "trace_and_workspace", label: "trace_and_workspace", hint: "both" },
        { value: "trace_only", label: "trace_only", hint: "no workspace" },
      ],
    }),
    agenticParsingMaxTurns: await askValue(
      prompts,
      { message: "How many model calls for one investigation?", initial: String(now.agenticParsingMaxTurns) },
      count,
    ),
  };
}
