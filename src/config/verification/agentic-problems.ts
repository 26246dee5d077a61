import { deepAgentInterfaces } from "../../models/index.ts";
import { inferredId } from "../model/resolved-model.ts";
import type { ConfigProblem } from "../problems.ts";
import { inferredInterface, isDeepAgent } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

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

const described = (model: ModelConfig) =>
  `"${inferredId(model) ?? "a model without a name"}" (${inferredInterface(model).name})`;
