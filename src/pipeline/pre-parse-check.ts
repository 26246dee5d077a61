import { messageOf } from "../base/index.ts";
import type { Decision } from "../judge/index.ts";
import type { FailureCategory } from "../result/index.ts";
import type { PreParseCheckFact } from "./facts.ts";
import type { StageContext, StageRuling } from "./stage.ts";

/** What a check before parsing came to. */
interface PreParseCheck {
  readonly fact: PreParseCheckFact;
  readonly ruling?: StageRuling;
  readonly warnings?: readonly string[];
}

/**
 * Asks the judge and turns an undesired answer into an override. When the judge cannot be asked, nothing is
 * detected, nothing is overridden, and a warning says so.
 */
export async function preParseCheck(
  ask: () => Promise<Decision>,
  check: { readonly name: string; readonly overrideOn: boolean; readonly category: FailureCategory },
  { signal }: StageContext,
): Promise<PreParseCheck> {
  let answer: Decision;
  try {
    answer = await ask();
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      fact: { performed: false, detected: null, overrideApplied: false, reasoning: null },
      warnings: [`${check.name} could not be performed: ${messageOf(error)}`],
    };
  }
  const overrideApplied = answer.decision === check.overrideOn;
  const fact = { performed: true, detected: answer.decision, overrideApplied, reasoning: answer.reasoning };
  if (!overrideApplied) return { fact };
  return {
    fact,
    ruling: { verifyResult: false, kind: "override", category: check.category, reason: answer.reasoning },
  };
}
