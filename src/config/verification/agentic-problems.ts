import { deepAgentInterfaces } from "../../models/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { inferredId, inferredInterface } from "../model/resolved-model.ts";
import type { ConfigProblem } from "../problems.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import type { SettingDefaults } from "./resolved-config.ts";

/** What contradicts itself in the settings of agents that judge; see {@link configProblems}. */
export function agenticProblems(
  given: VerificationConfig,
  settings: SettingDefaults,
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const complain = (path: string, message: string) => problems.push({ path: [path], message });
  if (settings.agenticParsingTrigger === "dynamic" && !settings.agenticParsing)
    complain("agenticParsingTrigger", '"dynamic" needs agentic parsing to be on');
  if (!settings.agenticParsing) return problems;
  if (settings.evaluationMode === "rubric_only")
    complain("agenticParsing", 'there is nothing to parse in evaluation mode "rubric_only"');
  if (settings.agenticParsingMaterializeTrace && settings.agenticJudgeContext === "workspace_only") {
    complain(
      "agenticParsingMaterializeTrace",
      'the judge does not see the trace with context "workspace_only"',
    );
  }
  const others = (given.parsingModels ?? []).filter((model) => !isDeepAgent(model));
  if (others.length > 0) {
    complain(
      "agenticParsing",
      `needs judges that are agents; ${others.map(described).join(", ")} is none: use ${deepAgentInterfaces.join(", ")}`,
    );
  }
  return problems;
}

/** True for a model that can look into a workspace. */
export function isDeepAgent(model: ModelConfig): boolean {
  return inferredInterface(model).tier === "deep_agent";
}

const described = (model: ModelConfig) =>
  `"${inferredId(model) ?? "a model without a name"}" (${inferredInterface(model).name})`;
