import { createPatternEngine, type JsonObject } from "../../base/index.ts";
import { assistantMessage } from "../../trace/index.ts";
import {
  type Advanced,
  advance,
  type ScenarioDefinition,
  type ScenarioEdge,
  type ScenarioState,
  startWalk,
  type TurnOutcome,
  type TurnRecord,
  type WalkTools,
} from "../index.ts";

/** What decisions of tests may use. */
export const walkTools: WalkTools = { patterns: createPatternEngine() };

/** A scenario of these nodes, the first of which is the entry; each asks its own id. */
export function scenarioOf(
  ids: readonly string[],
  edges: readonly ScenarioEdge[],
  more: Partial<ScenarioDefinition> = {},
): ScenarioDefinition {
  return {
    name: "sample",
    description: "",
    nodes: ids.map((id) => ({ id, question: { question: `${id}?` }, metadata: {} })),
    edges,
    entryNode: ids[0] ?? "",
    outcomes: [],
    metadata: {},
    ...more,
  };
}

/** What a turn found, as far as a test says it. */
export interface Found {
  readonly verifyResult?: boolean | null;
  readonly parsed?: JsonObject;
  readonly rubric?: JsonObject;
  readonly text?: string;
  readonly record?: Partial<TurnRecord>;
}

/** A turn of the current node that was answered. */
export function answered(
  { currentNode }: ScenarioState,
  { verifyResult = true, parsed = {}, rubric = {}, text = "yes", record = {} }: Found = {},
): TurnOutcome & { readonly kind: "answered" } {
  return {
    kind: "answered",
    rubric,
    record: {
      nodeId: currentNode,
      questionText: `${currentNode}?`,
      traceMessages: [assistantMessage(text)],
      rawResponse: text,
      parsedFields: parsed,
      verifyResult,
      verificationResultId: null,
      agent: "tested",
      systemPrompt: null,
      ...record,
    },
  };
}

/** Walks through a scenario with what its turns find, until it ends or nothing more is found. */
export async function walk(
  definition: ScenarioDefinition,
  found: readonly Found[],
  options: { readonly turnLimit?: number; readonly tools?: WalkTools } = {},
): Promise<Advanced> {
  let here: Advanced = { state: startWalk(definition), next: { kind: "go" }, warnings: [] };
  for (const one of found) {
    if (here.next.kind === "end") break;
    const { warnings } = here;
    here = await advance(definition, here.state, answered(here.state, one), { tools: walkTools, ...options });
    here = { ...here, warnings: [...warnings, ...here.warnings] };
  }
  return here;
}

/** An edge, by default without a condition. */
export function edge(source: string, target: string, more: Partial<ScenarioEdge> = {}): ScenarioEdge {
  return { source, target, when: [], ...more };
}
