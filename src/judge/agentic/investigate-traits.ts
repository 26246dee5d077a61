import type { AgenticRubricTrait, ContextMode } from "../../rubric/index.ts";
import { investigate } from "./investigate.ts";
import type { AnswerMaterial, InvestigatingJudge, Investigation } from "./investigation.ts";
import { agenticTraitsPrompt } from "./prompts/agentic-traits.ts";

/** One investigation for all these traits, with the widest view and the longest limits that any of them asks for. */
export function investigateTraits(
  judge: InvestigatingJudge,
  traits: readonly AgenticRubricTrait[],
  answer: AnswerMaterial,
): Promise<Investigation> {
  const material = {
    ...answer,
    contextMode: widest(traits.map((trait) => trait.contextMode)),
    traceAsFile: traits.some((trait) => trait.materializeTrace),
  };
  return investigate(judge, {
    prompt: (shown) =>
      agenticTraitsPrompt({ traits, material: shown, commands: judge.agent?.commands ?? "none" }),
    instructions: judge.prompts.rubricEvaluation,
    material,
    limits: {
      maxTurns: Math.max(...traits.map((trait) => trait.maxTurns)),
      timeoutMs: Math.max(...traits.map((trait) => trait.timeoutSeconds)) * 1000,
    },
  });
}

function widest(modes: readonly ContextMode[]): ContextMode {
  const [first] = modes;
  return first !== undefined && modes.every((mode) => mode === first) ? first : "trace_and_workspace";
}
