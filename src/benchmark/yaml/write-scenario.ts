import { type JsonObject, recordFrom } from "../../base/index.ts";
import { codeRecord, END, firstNode, simulatedUserRecord } from "../../scenario/index.ts";
import { heldNode } from "../checkpoint/scenario/held-node.ts";
import type { Question } from "../question/question.ts";
import type { HeldScenario } from "../scenarios/held-scenario.ts";
import type { BenchmarkScenario } from "../scenarios/make-definition.ts";
import { comparedForm, outcomeForm } from "./outcome-words.ts";
import { endWord } from "./read-scenario.ts";

/** A scenario as a YAML file says it; one of a checkpoint stays as that has it, so that nothing is lost. */
export function scenarioForm(
  held: HeldScenario,
  questionForm: (question: Question) => JsonObject,
): JsonObject {
  if (held.form !== undefined) return held.form;
  return held.tree === undefined ? definitionForm(held.definition, questionForm) : heldNode(held);
}

function definitionForm(
  { name, description, entryNode, nodes, edges, outcomes, turnLimit, metadata }: BenchmarkScenario,
  questionForm: (question: Question) => JsonObject,
): JsonObject {
  const forms = recordFrom(nodes.map((node) => [node.id, nodeForm(node, questionForm)]));
  const end = nodes.some(({ id }) => id === endWord) ? END : endWord;
  return {
    name,
    ...(description !== "" && { description }),
    ...(entryNode !== firstNode(forms) && { entry: entryNode }),
    ...(turnLimit !== undefined && { turn_limit: turnLimit }),
    nodes: forms,
    ...(edges.length > 0 && { edges: edges.map((edge) => edgeForm(edge, end)) }),
    ...(outcomes.length > 0 && { outcomes: outcomes.map(criterionForm) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function nodeForm(
  {
    question,
    user,
    models,
    toolFilter,
    agentIdentity,
    stateUpdate,
    metadata,
  }: BenchmarkScenario["nodes"][number],
  questionForm: (question: Question) => JsonObject,
): JsonObject {
  return {
    ...questionForm(question),
    ...(user !== undefined && { user: simulatedUserRecord(user) }),
    ...(models?.answering !== undefined && { model: models.answering }),
    ...(models?.parsing !== undefined && { judge: models.parsing }),
    ...(toolFilter !== undefined && { without_tools: toolFilter.remove.map((one) => ({ ...one })) }),
    ...(agentIdentity !== undefined && { agent: agentIdentity }),
    ...(stateUpdate !== undefined && { state_update: codeRecord(stateUpdate) }),
    ...(Object.keys(metadata).length > 0 && { node_metadata: metadata }),
  };
}

function edgeForm(
  { source, target, when, decide, handover }: BenchmarkScenario["edges"][number],
  end: string,
): JsonObject {
  const checks = recordFrom(when.map((check) => [check.field, comparedForm(check)]));
  return {
    from: source,
    to: target === END ? end : target,
    ...(when.length > 0 && { when: checks }),
    ...(decide !== undefined && { when: codeRecord(decide) }),
    ...(handover !== undefined && {
      handover: typeof handover === "string" ? handover : codeRecord(handover),
    }),
  };
}

function criterionForm({
  name,
  description,
  check,
  evaluate,
}: BenchmarkScenario["outcomes"][number]): JsonObject {
  return {
    name,
    ...(description !== "" && { description }),
    ...(check !== undefined && { check: outcomeForm(check) }),
    ...(evaluate !== undefined && { code: codeRecord(evaluate) }),
  };
}
