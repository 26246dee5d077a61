import { isEntries, type JsonEntries, type JsonTree, treeOf } from "../../json/json-tree.ts";
import type { Question } from "../../question/question.ts";
import type { QuestionTemplate } from "../../question/question-template.ts";
import type { HeldScenario } from "../../scenarios/held-scenario.ts";
import { questionData, questionNode } from "./question-data.ts";

/** A scenario whose nodes have other templates; all else of it stays, in its file too. */
export function withNodeTemplates(
  held: HeldScenario,
  templates: ReadonlyMap<string, QuestionTemplate>,
): HeldScenario {
  const { definition, problems, tree } = held;
  const nodes = definition.nodes.map((node) => {
    const template = templates.get(node.id);
    return template === undefined ? node : { ...node, question: { ...node.question, template } };
  });
  const changed = nodes.filter(({ id }) => templates.has(id));
  return {
    definition: { ...definition, nodes },
    problems,
    ...(tree !== undefined && {
      tree: changed.reduce((all, node) => nodeTree(all, node.id, node.question), tree),
    }),
  };
}

function nodeTree(scenario: JsonEntries, id: string, question: Question): JsonEntries {
  const { answer_template: source, custom_metadata: metadata } = questionData(question);
  const code = treeOf(questionNode(question).hasPart ?? null);
  const data = ["nodes", id, "questionData"];
  const told = withValue(scenario, ["nodes", id, "question", "hasPart"], code);
  const whole = withValue(told, [...data, "answer_template"], treeOf(source ?? null));
  // where a template in another language was carried
  return withValue(whole, [...data, "custom_metadata"], treeOf(metadata ?? null));
}

/** Entries with another value at a path; what is not there is made. */
function withValue(tree: JsonEntries, [key = "", ...rest]: readonly string[], value: JsonTree): JsonEntries {
  const there = tree.get(key);
  const below = isEntries(there) ? there : new Map<string, JsonTree>();
  return new Map([...tree, [key, rest.length === 0 ? value : withValue(below, rest, value)]]);
}
