import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import {
  END,
  edgePlace,
  firstNode,
  nodePlace,
  type OutcomeCriterion,
  outcomePlace,
  problemText,
  type ScenarioDefinition,
  type ScenarioEdge,
  type ScenarioNode,
  type StateCheck,
} from "../../scenario/index.ts";
import { readScenario } from "../checkpoint/scenario/read-scenario.ts";
import { isEntries, treeOf } from "../json/json-tree.ts";
import type { Question } from "../question/question.ts";
import type { HeldScenario } from "../scenarios/held-scenario.ts";
import { frozenScenario, scenarioErrors } from "../scenarios/make-definition.ts";
import type { QuestionForm } from "./benchmark-form.ts";
import type { FormProblems } from "./form-problems.ts";
import { readCompared, readOutcome } from "./outcome-words.ts";
import { type EdgeForm, NodeForm, type OutcomeEntryForm, ScenarioForm } from "./scenario-form.ts";

type Path = readonly PropertyKey[];

/** The word for the end of a walk, unless a node is called so. */
export const endWord = "end";

/** What a scenario is read with. */
interface ScenarioReading {
  readonly problems: FormProblems;
  /** The question of a node; undefined after adding problems. */
  readonly readQuestion: (form: QuestionForm, path: Path) => Question;
}

/** A scenario of a YAML file: in its own form, or as a checkpoint has it. Undefined after adding problems. */
export function readScenarioForm(
  value: JsonObject,
  path: Path,
  reading: ScenarioReading,
): HeldScenario | undefined {
  if ("@type" in value) {
    const tree = treeOf(value);
    return isEntries(tree) ? readScenario(tree) : undefined;
  }
  const { problems } = reading;
  const before = problems.total;
  const form = problems.read(ScenarioForm, value, path);
  if (form === undefined) return undefined;
  const ids = Object.keys(form.nodes);
  const nodes = Object.entries(form.nodes).flatMap(([id, node]) =>
    readNode(id, node, [...path, "nodes", id], reading),
  );
  const hasNodes = problems.total === before;
  const edges = (form.edges ?? []).map((edge, at) => readEdge(edge, [...path, "edges", at], ids, problems));
  const outcomes = (form.outcomes ?? []).map((entry, at) =>
    readCriterion(entry, [...path, "outcomes", at], problems),
  );
  // what others name would be missed
  if (!hasNodes) return undefined;
  const definition = frozenScenario({
    name: form.name,
    description: form.description ?? "",
    entryNode: form.entry ?? firstNode(form.nodes) ?? "",
    nodes,
    edges,
    outcomes,
    ...(form.turn_limit !== undefined && { turnLimit: form.turn_limit }),
    metadata: form.metadata ?? {},
  });
  const places = placesOf(definition);
  for (const problem of scenarioErrors(definition)) {
    const inside = places.get(problem.place);
    if (inside === undefined) problems.add(path, problemText(problem));
    else problems.add([...path, ...inside.path], `${inside.name}${problem.message}`);
  }
  if (problems.total > before) return undefined;
  return { definition, problems: [], form: value };
}

/** Where in a file stands what problems are told of, and what it is called beside its path. */
function placesOf({ nodes, edges, outcomes }: ScenarioDefinition) {
  return new Map<string, { readonly path: Path; readonly name: string }>([
    ...nodes.map(({ id }) => [nodePlace(id), { path: ["nodes", id], name: "" }] as const),
    ...edges.map((edge, at) => {
      const name = `${edge.source} → ${edge.target === END ? endWord : edge.target}: `;
      return [edgePlace(at, edge), { path: ["edges", at], name }] as const;
    }),
    ...outcomes.map(({ name }, at) => [outcomePlace(name), { path: ["outcomes", at], name: "" }] as const),
  ]);
}

function readNode(
  id: string,
  value: JsonValue,
  path: Path,
  { problems, readQuestion }: ScenarioReading,
): readonly ScenarioNode<Question>[] {
  const form = problems.read(NodeForm, value, path);
  if (form === undefined) return [];
  const {
    user,
    model,
    judge,
    without_tools: withoutTools,
    agent,
    state_update: stateUpdate,
    node_metadata: metadata,
    ...question
  } = form;
  const models = {
    ...(model !== undefined && { answering: model }),
    ...(judge !== undefined && { parsing: judge }),
  };
  return [
    {
      id,
      question: readQuestion(question, path),
      ...(user !== undefined && { user }),
      ...(Object.keys(models).length > 0 && { models }),
      ...(withoutTools !== undefined && { toolFilter: { remove: withoutTools } }),
      ...(agent !== undefined && { agentIdentity: agent }),
      ...(stateUpdate !== undefined && { stateUpdate }),
      metadata: metadata ?? {},
    },
  ];
}

function readEdge(
  { from, to, when, handover }: EdgeForm,
  path: Path,
  ids: readonly string[],
  problems: FormProblems,
): ScenarioEdge {
  const isCode = isCodeForm(when);
  const checks = isCode || when === undefined ? [] : Object.entries(when);
  return {
    source: from,
    target: to === endWord && !ids.includes(to) ? END : to,
    when: checks.flatMap(([field, value]): readonly StateCheck[] => {
      const compared = readCompared(value, [...path, "when", field], problems);
      return compared === undefined ? [] : [{ type: "state_check", field, ...compared }];
    }),
    ...(isCode && { decide: when }),
    ...(handover !== undefined && { handover }),
  };
}

/** No path of the state is called so. */
function isCodeForm(when: EdgeForm["when"]): when is { readonly language: string; readonly text: string } {
  return isJsonObject(when) && typeof when.language === "string" && typeof when.text === "string";
}

function readCriterion(
  { name, description, check, code }: OutcomeEntryForm,
  path: Path,
  problems: FormProblems,
): OutcomeCriterion {
  if (check !== undefined && code !== undefined)
    problems.add([...path, "code"], "expected check or code, found both", true);
  const tree = check === undefined ? undefined : readOutcome(check, [...path, "check"], problems);
  return {
    name,
    description: description ?? "",
    ...(tree !== undefined && { check: tree }),
    ...(code !== undefined && { evaluate: code }),
  };
}
