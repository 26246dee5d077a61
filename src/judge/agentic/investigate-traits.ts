import type { Workspace } from "../../ports/index.ts";
import type { AgenticRubricTrait, ContextMode } from "../../rubric/index.ts";
import { agenticTraitsPrompt } from "../prompts/agentic-traits.ts";
import type { EvaluateAgenticTraitsRequest } from "./agentic-evaluation.ts";
import { entersWorkspace, investigate } from "./investigate.ts";
import type { InvestigatingJudge, Investigation, InvestigationMaterial } from "./investigation.ts";

/** One investigation for all these traits, with the widest view and the longest limits that any of them asks for. */
export async function investigateTraits(
  judge: InvestigatingJudge,
  traits: readonly AgenticRubricTrait[],
  request: EvaluateAgenticTraitsRequest,
): Promise<Investigation> {
  const contextMode = widest(traits.map((trait) => trait.contextMode));
  const asFile = traits.some((trait) => trait.materializeTrace);
  const scratch = asFile && request.workspace === null ? await request.scratch() : null;
  try {
    const material: InvestigationMaterial = {
      question: request.question,
      trace: request.trace,
      workspace: scratch ?? request.workspace,
      contextMode,
      traceFile: asFile ? request.traceFile : null,
    };
    const investigation = await investigate(judge, {
      prompt: agenticTraitsPrompt({
        traits,
        material,
        tools: { workspace: entersWorkspace(material), commands: judge.agent?.commands ?? "none" },
      }),
      instructions: judge.prompts.rubricEvaluation,
      material,
      limits: {
        maxTurns: Math.max(...traits.map((trait) => trait.maxTurns)),
        timeoutMs: Math.max(...traits.map((trait) => trait.timeoutSeconds)) * 1000,
      },
    });
    if (traits.some((trait) => trait.persistTrace)) await keepTrace(material, request.workspace);
    return investigation;
  } finally {
    await scratch?.release();
  }
}

function widest(modes: readonly ContextMode[]): ContextMode {
  const [first] = modes;
  return first !== undefined && modes.every((mode) => mode === first) ? first : "trace_and_workspace";
}

/** Puts the trace into the answer's own workspace, where a capture finds it. */
async function keepTrace({ traceFile, trace }: InvestigationMaterial, workspace: Workspace | null) {
  if (traceFile !== null) await workspace?.writeText(traceFile, trace);
}
