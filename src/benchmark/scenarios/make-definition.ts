import type * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import {
  edgePlace,
  type FunctionOrCode,
  type HandoverFunction,
  isSourceCode,
  nodePlace,
  type OutcomeCheck,
  type OutcomeCriterion,
  outcomePlace,
  problemText,
  type ScenarioDefinition,
  type ScenarioEdge,
  type ScenarioNode,
  type ScenarioState,
  type SimulatedUser,
  type StateCheck,
  shorthandCheck,
  type TranscriptHandover,
  usualUserTurns,
  type WalkOutcome,
} from "../../scenario/index.ts";
import { frozenJsonObject } from "../frozen-json.ts";
import type { Question } from "../question/question.ts";
import { questionId } from "../question/question-id.ts";
import { checkQuestionInput, questionFrom } from "../question/question-input.ts";
import type { ScenarioNodeInput, SimulatedUserInput } from "./node-types.ts";
import { partErrors } from "./read-parts.ts";
import { scenarioErrors } from "./scenario-problems.ts";
import {
  checkWritten,
  EdgeForm,
  isStateCheck,
  NamedForm,
  NodeForm,
  outcomeForm,
  StateCheckForm,
} from "./written-form.ts";

/** A scenario of a benchmark: each node asks one of its questions. */
export type BenchmarkScenario = ScenarioDefinition<Question>;

/** A condition as it is written: a check, or one path with a value. */
type WrittenCondition = StateCheck | { readonly [path: string]: unknown };

/** What a scenario says about itself beside its name. */
export interface ScenarioOptions {
  readonly description?: string;
  /** Most turns of a walk; default: what the run says. */
  readonly turnLimit?: number;
  /** Your own keys. */
  readonly metadata?: JsonObject;
}

/** An edge as it is written, whatever the compiler knows of its names. */
export interface WrittenEdge {
  readonly from: string;
  readonly to: string;
  readonly when?:
    | WrittenCondition
    | readonly WrittenCondition[]
    | FunctionOrCode<[state: ScenarioState], boolean>
    | undefined;
  readonly handover?: TranscriptHandover | HandoverFunction | undefined;
}

/** A criterion as it is written. */
export interface WrittenOutcome {
  readonly name: string;
  readonly description?: string | undefined;
  readonly check: OutcomeCheck | FunctionOrCode<[walk: WalkOutcome], boolean | number>;
}

/** A scenario as it is written. */
export interface WrittenScenario {
  readonly name: string;
  /** What it says about itself beside its name. */
  readonly options: ScenarioOptions;
  readonly nodes: readonly (readonly [id: string, node: ScenarioNodeInput])[];
  readonly edges: readonly WrittenEdge[];
  /** Undefined: none was set. */
  readonly entry: string | undefined;
  readonly outcomes: readonly WrittenOutcome[];
}

/** What was found where a scenario is written at once. */
interface WrittenWrong {
  readonly problems: readonly string[];
  /** Keys that nothing is known of. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * The definition of a scenario, which nobody can change.
 *
 * @throws KareninaError `invalid_input` naming everything that is wrong
 */
export function makeDefinition(written: WrittenScenario, wrong?: WrittenWrong): BenchmarkScenario {
  const problems: string[] = [...(wrong?.problems ?? [])];
  const making =
    (place: string) =>
    <Made>(form: z.ZodType, value: unknown, make: () => Made): Made | undefined => {
      const before = problems.length;
      const tell = (message: string) => void problems.push(place === "" ? message : `${place}: ${message}`);
      checkWritten(form, value, tell);
      if (problems.length > before) return undefined;
      try {
        return make();
      } catch (error) {
        if (!KareninaError.isInstance(error)) throw error;
        tell(error.message);
        return undefined;
      }
    };
  const { name, options } = written;
  const own = making("")(NamedForm, { ...options, name }, () => ({
    description: options.description ?? "",
    ...(options.turnLimit !== undefined && { turnLimit: options.turnLimit }),
    metadata: frozenJsonObject(options.metadata ?? {}, "scenario.metadata"),
  }));
  const nodes = written.nodes.map(
    ([id, node]) => making(nodePlace(id))(NodeForm, node, () => makeNode(id, node)) ?? { id },
  );
  const edges = written.edges.map((edge, at) => {
    const ends = endsOf(edge);
    const place = ends === undefined ? `edge ${at + 1}` : edgePlace(at, ends);
    return making(place)(EdgeForm, edge, () => makeEdge(edge)) ?? ends;
  });
  const outcomes = written.outcomes.map((outcome) => {
    const make = making(outcomePlace(outcome.name));
    const made = make(outcomeForm(outcome.check), outcome.check, () => makeOutcome(outcome));
    return made ?? { name: outcome.name };
  });
  const entryNode = written.entry ?? "";
  if (own === undefined || problems.length > 0) {
    const graph = partErrors({
      ...{ nodes, outcomes, ...own },
      name: typeof name === "string" ? name : "?",
      edges: wrong?.unknown.has("edges") ? undefined : edges,
      entryNode: wrong?.unknown.has("entry") ? undefined : entryNode,
    });
    return refuse(name, [...problems, ...graph.map(problemText)]);
  }
  // nothing was left out
  const whole = { nodes, edges, outcomes } as Pick<BenchmarkScenario, "nodes" | "edges" | "outcomes">;
  const definition: BenchmarkScenario = frozenScenario({ ...own, name, ...whole, entryNode });
  const found = scenarioErrors(definition).map(problemText);
  return found.length > 0 ? refuse(name, found) : definition;
}

/**
 * Where an edge begins and leads, undefined where it does not say so.
 *
 * @param edge of any kind where no compiler has looked
 */
function endsOf(edge: Partial<WrittenEdge> | null | undefined) {
  const { from, to } = edge ?? {};
  return typeof from === "string" && typeof to === "string" ? { source: from, target: to } : undefined;
}

/**
 * A scenario as a benchmark takes it, with its questions dated. Throws `invalid_input` for a name that is taken, and for one that
 * cannot be run.
 */
export function addableScenario(
  definition: BenchmarkScenario,
  there: readonly BenchmarkScenario[],
  now: string,
): BenchmarkScenario {
  const { name } = definition;
  if (there.some((one) => one.name === name))
    throw new KareninaError(
      "invalid_input",
      `A scenario with the name ${JSON.stringify(name)} already exists.`,
      {
        hint: "Choose another name, or remove that one first.",
      },
    );
  const found = scenarioErrors(definition).map(problemText);
  if (found.length > 0) refuse(name, found);
  const dated = ({ dateCreated, dateModified, ...question }: Question): Question =>
    Object.freeze({ ...question, dateCreated: dateCreated || now, dateModified: dateModified || now });
  return frozenScenario({
    ...definition,
    nodes: definition.nodes.map((node) => ({ ...node, question: dated(node.question) })),
  });
}

/**
 * Throws: the scenario cannot be used for these reasons.
 *
 * @param name of any kind where no compiler has looked
 */
export function refuse(name: unknown, problems: readonly string[]): never {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  throw new KareninaError(
    "invalid_input",
    `The scenario${typeof name === "string" ? ` ${JSON.stringify(name)}` : ""} cannot be used, ${count}:\n${problems.map((line) => `  ${line}`).join("\n")}`,
  );
}

function makeNode(id: string, node: ScenarioNodeInput): ScenarioNode<Question> {
  const { question, user, models, toolFilter, agentIdentity, stateUpdate } = node;
  checkQuestionInput(question);
  return {
    id,
    question: questionFrom(question, { id: question.id ?? questionId(question.question), now: "" }),
    ...(user !== undefined && { user: simulatedUser(user) }),
    ...(models !== undefined && { models: { ...models } }),
    ...(toolFilter !== undefined && { toolFilter: { remove: toolFilter.remove.map((one) => ({ ...one })) } }),
    ...(agentIdentity !== undefined && { agentIdentity }),
    ...(stateUpdate !== undefined && { stateUpdate }),
    metadata: frozenJsonObject(node.metadata ?? {}, "node.metadata"),
  };
}

function simulatedUser({
  hiddenFacts = [],
  turnLimit = usualUserTurns,
  ...user
}: SimulatedUserInput): SimulatedUser {
  return { ...user, hiddenFacts: [...hiddenFacts], turnLimit };
}

function makeEdge({ from, to, when, handover }: WrittenEdge): ScenarioEdge {
  const decide = typeof when === "function" || (isJsonObject(when) && isSourceCode(when)) ? when : undefined;
  // what is neither a function nor code is a condition or a list of them
  const conditions =
    decide !== undefined || when === undefined ? [] : ([when].flat() as readonly WrittenCondition[]);
  return {
    source: from,
    target: to,
    when: conditions.map(makeCheck),
    ...(decide !== undefined && { decide }),
    ...(handover !== undefined && { handover }),
  };
}

function makeCheck(condition: WrittenCondition): StateCheck {
  if (isStateCheck(condition)) {
    const problems: string[] = [];
    checkWritten(StateCheckForm, condition, (message) => void problems.push(message));
    if (problems.length > 0) throw new KareninaError("invalid_input", problems.join("; "));
    return condition;
  }
  return shorthandCheck(condition as { readonly [path: string]: JsonValue }); // a check refuses what is no JSON
}

function makeOutcome({ name, description = "", check }: WrittenOutcome): OutcomeCriterion {
  return { name, description, ...("type" in check ? { check } : { evaluate: check }) };
}

/** Frozen as far as it is data; questions and functions are left as they are, and questions are frozen already. */
export function frozenScenario<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozenScenario(member);
  return Object.freeze(value);
}
