import * as z from "zod";
import { AnyJson, isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import {
  END,
  edgePlace,
  firstNode,
  nodePlace,
  type OutcomeCriterion,
  outcomePlace,
  problemText,
  type ScenarioEdge,
  type ScenarioNode,
  type ScenarioProblem,
  type StateCheck,
} from "../../scenario/index.ts";
import { readScenario } from "../checkpoint/scenario/read-scenario.ts";
import { isEntries, treeOf } from "../json/json-tree.ts";
import type { Question } from "../question/question.ts";
import type { HeldScenario } from "../scenarios/held-scenario.ts";
import { type BenchmarkScenario, frozenScenario } from "../scenarios/make-definition.ts";
import { fittingParts, partErrors, type ReadParts } from "../scenarios/read-parts.ts";
import { scenarioErrors } from "../scenarios/scenario-problems.ts";
import type { QuestionForm } from "./benchmark-form.ts";
import { type FormProblems, withoutWrongKeys } from "./form-problems.ts";
import { readCompared, readOutcome } from "./outcome-words.ts";
import { EdgeForm, NodeForm, OutcomeEntryForm, ScenarioForm } from "./scenario-form.ts";

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
  problems.read(PartsForm, value, path);
  const { parts, unknown } = fittingParts(PartsForm, value);
  const { nodes: forms = {}, ...form } = parts;
  const ids = Object.keys(forms);
  const nodes = Object.entries(forms).map(
    ([id, node]) => readNode(id, node, [...path, "nodes", id], reading) ?? { id },
  );
  const edges = (form.edges ?? []).map((edge, at) => readEdge(edge, [...path, "edges", at], ids, problems));
  const outcomes = (form.outcomes ?? []).map((entry, at) =>
    readCriterion(entry, [...path, "outcomes", at], problems),
  );
  if (parts.nodes === undefined) return undefined;
  const named = {
    name: form.name ?? "?",
    entryNode: form.entry ?? firstNode(forms) ?? "",
    ...(form.turn_limit !== undefined && { turnLimit: form.turn_limit }),
  };
  const tell = (found: readonly ScenarioProblem[]) => {
    const places = placesOf(nodes, edges, outcomes);
    for (const problem of found) {
      const inside = places.get(problem.place);
      if (inside === undefined) problems.add(path, problemText(problem));
      else problems.add([...path, ...inside.path], `${inside.name}${problem.message}`);
    }
  };
  if (problems.total > before) {
    const read = { ...named, nodes, outcomes, ...(unknown.has("entry") && { entryNode: undefined }) };
    tell(partErrors({ ...read, edges: unknown.has("edges") ? undefined : edges }));
    return undefined;
  }
  // nothing was left out
  const whole = { nodes, edges, outcomes } as Pick<BenchmarkScenario, "nodes" | "edges" | "outcomes">;
  const about = { description: form.description ?? "", metadata: form.metadata ?? {} };
  const definition: BenchmarkScenario = frozenScenario({ ...named, ...about, ...whole });
  tell(scenarioErrors(definition));
  return problems.total > before ? undefined : { definition, problems: [], form: value };
}

/** A scenario whose edges and outcomes are read one by one, as its nodes are. */
const PartsForm = ScenarioForm.extend({
  edges: z.array(AnyJson).optional(),
  outcomes: z.array(AnyJson).optional(),
});

/** Where in a file stands what problems are told of, and what it is called beside its path. */
function placesOf(
  nodes: ReadParts["nodes"],
  edges: NonNullable<ReadParts["edges"]>,
  outcomes: ReadParts["outcomes"],
) {
  return new Map<string, { readonly path: Path; readonly name: string }>([
    ...nodes.map(({ id }) => [nodePlace(id), { path: ["nodes", id], name: "" }] as const),
    ...edges.flatMap((edge, at) => {
      if (edge === undefined) return [];
      const name = `${edge.source} → ${edge.target === END ? endWord : edge.target}: `;
      return [[edgePlace(at, edge), { path: ["edges", at], name }] as const];
    }),
    ...outcomes.flatMap((outcome, at) =>
      outcome === undefined
        ? []
        : [[outcomePlace(outcome.name), { path: ["outcomes", at], name: "" }] as const],
    ),
  ]);
}

function readNode(
  id: string,
  value: JsonValue,
  path: Path,
  { problems, readQuestion }: ScenarioReading,
): ScenarioNode<Question> | undefined {
  const whole = problems.read(NodeForm, value, path);
  const form = whole ?? withoutWrongKeys(NodeForm, value);
  if (form === undefined) return undefined;
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
  // also for what it tells of a node that cannot be used
  const asked = readQuestion(question, path);
  if (whole === undefined) return undefined;
  const models = {
    ...(model !== undefined && { answering: model }),
    ...(judge !== undefined && { parsing: judge }),
  };
  return {
    id,
    question: asked,
    ...(user !== undefined && { user }),
    ...(Object.keys(models).length > 0 && { models }),
    ...(withoutTools !== undefined && { toolFilter: { remove: withoutTools } }),
    ...(agent !== undefined && { agentIdentity: agent }),
    ...(stateUpdate !== undefined && { stateUpdate }),
    metadata: metadata ?? {},
  };
}

/** An edge, or its ends where the rest cannot be read; undefined where they cannot. */
function readEdge(value: JsonValue, path: Path, ids: readonly string[], problems: FormProblems) {
  const targetOf = (to: string) => (to === endWord && !ids.includes(to) ? END : to);
  const form = problems.read(EdgeForm, value, path);
  if (form === undefined) {
    const { from, to } = isJsonObject(value) ? value : {};
    return typeof from === "string" && typeof to === "string"
      ? { source: from, target: targetOf(to) }
      : undefined;
  }
  const { from, to, when, handover } = form;
  const isCode = isCodeForm(when);
  const checks = isCode || when === undefined ? [] : Object.entries(when);
  const edge: ScenarioEdge = {
    source: from,
    target: targetOf(to),
    when: checks.flatMap(([field, value]): readonly StateCheck[] => {
      const compared = readCompared(value, [...path, "when", field], problems);
      return compared === undefined ? [] : [{ type: "state_check", field, ...compared }];
    }),
    ...(isCode && { decide: when }),
    ...(handover !== undefined && { handover }),
  };
  return edge;
}

/** No path of the state is called so. */
function isCodeForm(
  when: JsonObject | undefined,
): when is { readonly language: string; readonly text: string } {
  return when !== undefined && typeof when.language === "string" && typeof when.text === "string";
}

/** A criterion, or its name where the rest cannot be read; undefined where it cannot. */
function readCriterion(value: JsonValue, path: Path, problems: FormProblems) {
  const form = problems.read(OutcomeEntryForm, value, path);
  if (form === undefined) {
    const { name } = isJsonObject(value) ? value : {};
    return typeof name === "string" ? { name } : undefined;
  }
  const { name, description, check, code } = form;
  if (check !== undefined && code !== undefined)
    problems.add([...path, "code"], "expected check or code, found both", true);
  const tree = check === undefined ? undefined : readOutcome(check, [...path, "check"], problems);
  const criterion: OutcomeCriterion = {
    name,
    description: description ?? "",
    ...(tree !== undefined && { check: tree }),
    ...(code !== undefined && { evaluate: code }),
  };
  return criterion;
}
