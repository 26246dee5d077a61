import { sha256 } from "../../base/index.ts";
import { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { type SampleFields, sampleResult } from "./sample-result.ts";

/** What tests say about a walk. */
export interface SampleWalk extends Partial<Omit<ScenarioExecutionResult, "history" | "path" | "turnCount">> {
  /** What is said about the turns, the first one first. */
  readonly turns?: readonly (SampleFields & { readonly node: string; readonly arrivedBy?: number })[];
}

/** A walk and the results of its turns, for tests: two nodes on the way to the end, unless told otherwise. */
export function sampleWalk({ turns = [{ node: "asks" }, { node: "pays" }], ...fields }: SampleWalk = {}): {
  readonly walk: ScenarioExecutionResult;
  readonly results: readonly VerificationResult[];
} {
  const { scenarioId = "refund-flow", replicate = null, runName = null } = fields;
  const path = turns.map(({ node }) => node);
  const results = turns.map(({ node, arrivedBy: _, ...said }, turn) => {
    const place = {
      scenarioId,
      scenarioNode: node,
      scenarioTurn: turn,
      scenarioPath: path.slice(0, turn + 1),
    };
    return sampleResult({
      ...said,
      metadata: {
        questionId: `${scenarioId}/${node}`,
        questionText: `${node}?`,
        resultId: sha256(`${scenarioId} ${replicate} ${turn}`).slice(0, 16),
        replicate,
        runName,
        ...place,
        ...said.metadata,
      },
      template: { rawLlmResponse: `${node}!`, ...said.template },
    });
  });
  const walk = ScenarioExecutionResult.parse({
    status: "completed",
    answering: results[0]?.metadata.answering ?? null,
    parsing: results[0]?.metadata.parsing ?? null,
    timestamp: "2025-01-02T03:04:05.000Z",
    executionTime: 3,
    ...fields,
    scenarioId,
    replicate,
    runName,
    path,
    turnCount: path.length,
    history: results.map(({ metadata, template }, turn) => ({
      nodeId: metadata.scenarioNode,
      questionText: metadata.questionText,
      rawResponse: template?.rawLlmResponse,
      parsedFields: template?.parsedLlmResponse ?? {},
      verifyResult: template?.verifyResult ?? null,
      verificationResultId: metadata.resultId,
      arrivedBy: turn === 0 ? null : (turns[turn]?.arrivedBy ?? null),
    })),
  });
  return { walk, results };
}
