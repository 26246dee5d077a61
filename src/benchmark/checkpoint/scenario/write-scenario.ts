import { type JsonObject, recordFrom } from "../../../base/index.ts";
import {
  codeRecord,
  type FunctionOrCode,
  isSourceCode,
  outcomeRecord,
  simulatedUserRecord,
  stateCheckRecord,
} from "../../../scenario/index.ts";
import type { BenchmarkScenario } from "../../scenarios/make-definition.ts";
import { nodeConversation, questionData, questionNode } from "./question-data.ts";

type Nodes = BenchmarkScenario["nodes"];
type Edges = BenchmarkScenario["edges"];
type Outcomes = BenchmarkScenario["outcomes"];

/**
 * A scenario as a checkpoint holds it. What the Python system has no place for, which are functions in TypeScript, simulated
 * users and a limit of its own, stands under keys that it passes over.
 *
 * @throws KareninaError `invalid_input` for a function without source
 */
export function scenarioNode(scenario: BenchmarkScenario): JsonObject {
  const { name, description, entryNode, nodes, edges, outcomes, turnLimit, metadata } = scenario;
  return {
    "@type": "karenina:Scenario",
    name,
    description,
    entryNode,
    nodes: recordFrom(nodes.map((node) => [node.id, nodeRecord(node)])),
    edges: edges.map(edgeRecord),
    outcomeCriteria: outcomes.map(criterionRecord),
    ...(turnLimit !== undefined && { turnLimit }),
    metadata,
  };
}

function nodeRecord(node: Nodes[number]): JsonObject {
  const { id, question, user, models, toolFilter, agentIdentity, stateUpdate, metadata } = node;
  const conversation = nodeConversation(question);
  return {
    "@type": "karenina:ScenarioNode",
    nodeId: id,
    question: questionNode(question),
    ...(models !== undefined && {
      modelOverride: {
        ...(models.answering !== undefined && { answering_model: { id: models.answering } }),
        ...(models.parsing !== undefined && { parsing_model: { id: models.parsing } }),
      },
    }),
    ...(toolFilter !== undefined && {
      toolFilter: { remove: toolFilter.remove.map(({ server, tool }) => ({ server, tool: tool ?? null })) },
    }),
    ...sourceKeys("stateUpdate", stateUpdate),
    questionData: questionData(question),
    ...(conversation !== undefined && { conversation }),
    ...(agentIdentity !== undefined && { agentIdentity }),
    ...(user !== undefined && { user: simulatedUserRecord(user) }),
    metadata,
  };
}

function edgeRecord({ source, target, when, decide, handover }: Edges[number]): JsonObject {
  const checks = when.map(stateCheckRecord);
  const [only, ...more] = checks;
  return {
    source,
    target,
    ...(only !== undefined && { condition: more.length === 0 ? only : checks }),
    ...sourceKeys("condition", decide),
    ...(typeof handover === "string" ? { handover } : handover && { handoverCode: codeRecord(handover) }),
  };
}

function criterionRecord({ name, description, check, evaluate }: Outcomes[number]): JsonObject {
  return {
    name,
    description,
    ...(check !== undefined && { check: outcomeRecord(check) }),
    ...sourceKeys("evaluate", evaluate),
  };
}

/** Python stands where the Python system looks for it, as text; everything else beside it, with its language. */
function sourceKeys<Arguments extends readonly unknown[], Returned>(
  key: string,
  given: FunctionOrCode<Arguments, Returned> | undefined,
): JsonObject {
  if (given === undefined) return {};
  if (isSourceCode(given) && given.language === "Python") return { [`${key}Source`]: given.text };
  return { [`${key}Code`]: codeRecord(given) };
}
