import type { JsonObject } from "../../base/index.ts";
import type { Message } from "../../trace/index.ts";
import type { ScenarioState } from "../state/scenario-state.ts";
import type { ComparedTo } from "./compared-to.ts";
import type { OutcomeCheck } from "./outcome-check.ts";
import type { WalkOutcome } from "./walk-outcome.ts";

/** The target of an edge that ends the walk. */
export const END = "__end__";

/** The tag of what the scenario itself says; no agent may be called so. */
export const userTag = "__user__";

/** Code of a file. Nothing here runs it. */
export interface SourceCode {
  readonly language: string;
  readonly text: string;
}

/** A function of the program, or code of a file that says what it would do. */
export type FunctionOrCode<Arguments extends readonly unknown[], Returned> =
  | ((...given: Arguments) => Returned | Promise<Returned>)
  | SourceCode;

/** Compares what stands at a path of the state with a value. */
export interface StateCheck extends ComparedTo {
  readonly type: "state_check";
  /** Such as `verify_result`, `parsed.severity`, `node_visits.asks`, `node_results.triage.rubric.polite`. */
  readonly field: string;
}

/** How the conversation so far is handed to the next node, in place of the list of messages. */
export const handovers = ["transcript_prepend", "transcript_append", "transcript_materialize"] as const;
export type TranscriptHandover = (typeof handovers)[number];

/** A message with the agent it belongs to, or {@link userTag}. */
export interface TaggedMessage {
  readonly agent: string;
  readonly message: Message;
}

/** Gives the history that the next node begins with. */
export type HandoverFunction = FunctionOrCode<
  [conversation: readonly TaggedMessage[], state: ScenarioState],
  readonly Message[]
>;

/** A way from one node to another, or to the end. */
export interface ScenarioEdge {
  readonly source: string;
  /** The id of a node, or {@link END}. */
  readonly target: string;
  /** All of them have to pass. Without any, and without `decide`, the edge is the way on when no other one is. */
  readonly when: readonly StateCheck[];
  /** Has to hold, too. */
  readonly decide?: FunctionOrCode<[state: ScenarioState], boolean>;
  /** Why its condition cannot be read; such an edge is never taken. */
  readonly unusable?: string;
  readonly handover?: TranscriptHandover | HandoverFunction;
}

/** Other models for one node, each by the name the configuration gives it. */
export interface ModelOverride {
  readonly answering?: string;
  readonly parsing?: string;
}

/** Tools a node goes without: those of a server, all of them or one. */
export interface ToolFilter {
  readonly remove: readonly { readonly server: string; readonly tool?: string }[];
}

/** Most visits of a node with a simulated user, where nothing else is said. */
export const usualUserTurns = 10;

/** A model that speaks as a user: after the node's own question, it writes what is asked at each further visit. */
export interface SimulatedUser {
  /** Who they are and how they speak. */
  readonly persona: string;
  /** What they want to get done. */
  readonly goal: string;
  /** What they know and tell only when asked for it. */
  readonly hiddenFacts: readonly string[];
  /** When they have what they want; default: their goal is reached. */
  readonly stopWhen?: string;
  /** Most visits of the node, its own question included; default 10. */
  readonly turnLimit: number;
  /** The name of the model in the configuration; absent: the judge's. */
  readonly model?: string;
  /** Handed to models that take one. */
  readonly seed?: number;
}

/** What a question says to a scenario; the rest of it belongs to whoever verifies the turn. */
export interface AskedQuestion {
  readonly question: string;
}

/** Gives what is gathered from what was gathered and the fields of the turn. */
export type StateUpdate = FunctionOrCode<[accumulated: JsonObject, parsed: JsonObject], JsonObject>;

/** One node: a question with its template and rubric, asked and verified in one turn. */
export interface ScenarioNode<Question extends AskedQuestion = AskedQuestion> {
  readonly id: string;
  readonly question: Question;
  /** Writes what is asked from the second visit on. */
  readonly user?: SimulatedUser;
  readonly models?: ModelOverride;
  readonly toolFilter?: ToolFilter;
  /** Who answers, in transcripts; default: the model's id. */
  readonly agentIdentity?: string;
  readonly stateUpdate?: StateUpdate;
  /** The user's own keys. */
  readonly metadata: JsonObject;
}

/** A criterion that a whole walk is judged by. */
export interface OutcomeCriterion {
  readonly name: string;
  readonly description: string;
  readonly check?: OutcomeCheck;
  /** Decides in place of `check`. */
  readonly evaluate?: FunctionOrCode<[walk: WalkOutcome], boolean | number>;
  /** Why it cannot be read; it is then false. */
  readonly unusable?: string;
}

/** A directed graph of questions: each node is one turn, and what was verified decides where to go next. */
export interface ScenarioDefinition<Question extends AskedQuestion = AskedQuestion> {
  readonly name: string;
  readonly description: string;
  readonly nodes: readonly ScenarioNode<Question>[];
  /** Their order counts: the first that matches is taken. */
  readonly edges: readonly ScenarioEdge[];
  readonly entryNode: string;
  readonly outcomes: readonly OutcomeCriterion[];
  /** Most turns of a walk; absent: what the run says. The lower of the two counts. */
  readonly turnLimit?: number;
  /** The user's own keys. */
  readonly metadata: JsonObject;
}

/** True for code of a file. */
export function isSourceCode(value: object | string | undefined): value is SourceCode {
  return typeof value === "object" && "text" in value && "language" in value;
}

/** True for an edge that is taken when no other one is. */
export function isUnconditional({ when, decide, unusable }: ScenarioEdge): boolean {
  return when.length === 0 && decide === undefined && unusable === undefined;
}

/** The node of an id; undefined where there is none. */
export function nodeOf<Question extends AskedQuestion>(
  { nodes }: Pick<ScenarioDefinition<Question>, "nodes">,
  id: string,
): ScenarioNode<Question> | undefined {
  return nodes.find((node) => node.id === id);
}
