import type { BenchmarkScenario } from "../../benchmark/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { advance, type ScenarioState, userStops, userTurn, type WalkTools } from "../../scenario/index.ts";
import { userStage } from "./ask-user.ts";

/**
 * Where a walk stood when the question of a stored turn was asked: simulated users may have stopped before it, which its stages
 * say. Undefined where the scenario does not lead there.
 */
export async function stateAsked(
  definition: BenchmarkScenario,
  from: ScenarioState,
  { metadata, stages }: VerificationResult,
  options: { readonly tools: WalkTools; readonly turnLimit: number },
): Promise<{ readonly state: ScenarioState; readonly warnings: readonly string[] } | undefined> {
  const stops = stages.flatMap(({ name, reason }) =>
    name === userStage ? userStops.filter((stop) => stop === reason) : [],
  );
  const warnings: string[] = [];
  for (let state = from; ; ) {
    if (state.currentNode === metadata.scenarioNode && stops.length === 0) return { state, warnings };
    const turn = userTurn(definition, state);
    const stop = turn?.kind === "stopped" ? turn.stop : turn?.kind === "ask" ? stops.shift() : undefined;
    if (stop === undefined) return undefined;
    const advanced = await advance(definition, state, { kind: "user_stopped", stop }, options);
    if (advanced.next.kind === "end") return undefined;
    warnings.push(...advanced.warnings);
    ({ state } = advanced);
  }
}
