import type { JsonObject, JsonValue } from "../../base/index.ts";
import type {
  END,
  FunctionOrCode,
  HandoverFunction,
  ModelOverride,
  NodeResult,
  OutcomeCheck,
  ScenarioState,
  SimulatedUser,
  StateCheck,
  StateUpdate,
  ToolFilter,
  TranscriptHandover,
  UserStop,
  WalkOutcome,
} from "../../scenario/index.ts";
import type { AnswerTemplate } from "../../template/index.ts";
import type { QuestionInput } from "../question/question-input.ts";

/** A simulated user as it is written. */
export type SimulatedUserInput = Pick<SimulatedUser, "persona" | "goal"> & Partial<SimulatedUser>;

/** A node as it is written. Only the question is required. */
export interface ScenarioNodeInput {
  /** What is asked, with its template and rubric; it is copied. */
  readonly question: QuestionInput;
  /** A model that writes what is asked from the second visit on. */
  readonly user?: SimulatedUserInput;
  /** Other models for this node, by the names the configuration gives them. */
  readonly models?: ModelOverride;
  /** Tools that the model goes without here. */
  readonly toolFilter?: ToolFilter;
  /** Who answers, in transcripts. */
  readonly agentIdentity?: string;
  /** Gives what is gathered after each turn of this node. */
  readonly stateUpdate?: StateUpdate;
  /** Your own keys. */
  readonly metadata?: JsonObject;
}

/** Fields by node: what the compiler knows of the nodes of a scenario. */
export interface NodeFields {
  readonly [node: string]: object;
}

/** Any field may be there: the template is not known to the compiler. */
interface AnyFields {
  readonly [field: string]: JsonValue;
}

/** The fields that a node's template fills in; none without one. */
export type FieldsOfNode<Node> = Node extends {
  readonly question: { readonly template: AnswerTemplate<infer Values> };
}
  ? Values extends object
    ? Values
    : AnyFields
  : Node extends { readonly question: infer Asked }
    ? "template" extends keyof Asked
      ? AnyFields
      : Record<never, never>
    : AnyFields;

/** The fields of several nodes. */
export type FieldsOfNodes<Nodes> = { readonly [Id in keyof Nodes]: FieldsOfNode<Nodes[Id]> };

type Name<Nodes> = keyof Nodes & string;

/** What stands at the paths of the state after a turn of `Source`. */
interface FixedPaths {
  readonly verify_result: boolean | null;
  readonly turn: number;
  readonly current_node: string;
  readonly user_stop: UserStop | null;
}

type Paths<Nodes extends NodeFields, Source extends keyof Nodes> = FixedPaths & {
  readonly [Field in Name<Nodes[Source]> as `parsed.${Field}`]: Nodes[Source][Field];
} & { readonly [Key in `accumulated.${string}`]: JsonValue } & {
  readonly [Id in Name<Nodes> as `node_visits.${Id}`]: number;
} & { readonly [Id in Name<Nodes> as `node_results.${Id}`]: JsonValue } & {
  readonly [Id in Name<Nodes> as `node_results.${Id}.verify_result`]: boolean | null;
} & { readonly [Id in Name<Nodes> as `node_results.${Id}.rubric.${string}`]: JsonValue } & ParsedPaths<Nodes>;

type ParsedPaths<Nodes extends NodeFields> = {
  readonly [Path in ParsedPath<Nodes>]: Path extends `node_results.${infer Id}.parsed.${infer Field}`
    ? Id extends keyof Nodes
      ? Field extends keyof Nodes[Id]
        ? Nodes[Id][Field]
        : JsonValue
      : JsonValue
    : JsonValue;
};

type ParsedPath<Nodes extends NodeFields> = {
  [Id in Name<Nodes>]: `node_results.${Id}.parsed.${Name<Nodes[Id]>}`;
}[Name<Nodes>];

/** A comparison by size. */
type NumberComparison =
  | { readonly gte: number }
  | { readonly gt: number }
  | { readonly lte: number }
  | { readonly lt: number }
  | { readonly eq: number };

/** What a value may be compared with: itself, or for numbers a comparison. */
type Compared<Value> =
  | Exclude<Value, undefined>
  | null
  | (Extract<Value, number> extends never ? never : NumberComparison);

type OnePath<All> = { [Path in keyof All]: { readonly [Key in Path]: Compared<All[Path]> } }[keyof All];

/** A condition in short form, such as `{ "parsed.severity": { gte: 3 } }`, or a check with a primitive of its own. */
export type Condition<Nodes extends NodeFields, Source extends keyof Nodes> =
  | OnePath<Paths<Nodes, Source>>
  | (StateCheck & { readonly field: keyof Paths<Nodes, Source> & string });

/** The state as functions of an edge see it after a turn of `Source`. */
export interface StateAfter<Nodes extends NodeFields, Source extends keyof Nodes>
  extends Omit<ScenarioState, "parsed" | "nodeResults" | "nodeVisits"> {
  readonly parsed: Nodes[Source];
  readonly nodeVisits: { readonly [Id in keyof Nodes]?: number };
  readonly nodeResults: {
    readonly [Id in keyof Nodes]?: Omit<NodeResult, "parsed"> & { readonly parsed: Nodes[Id] };
  };
}

/** What an edge may say beside its ends. */
export interface EdgeOptions<Nodes extends NodeFields, Source extends keyof Nodes> {
  /** When it is taken; several all have to hold. Absent: when no other edge is. */
  readonly when?:
    | Condition<Nodes, Source>
    | readonly Condition<Nodes, Source>[]
    | FunctionOrCode<[state: StateAfter<Nodes, Source>], boolean>;
  /** How the conversation is handed on; absent: as the list of messages. */
  readonly handover?: TranscriptHandover | HandoverFunction;
}

/** An edge with its ends. */
export type EdgeInput<Nodes extends NodeFields> = {
  [Source in Name<Nodes>]: EdgeOptions<Nodes, Source> & {
    readonly from: Source;
    /** A node, or `END`. */
    readonly to: Name<Nodes> | typeof END;
  };
}[Name<Nodes>];

/** The names of fields that turns of these nodes have. */
type TurnField<Nodes extends NodeFields> =
  | "node_id"
  | "verify_result"
  | "raw_response"
  | "question_text"
  | { [Id in Name<Nodes>]: `parsed.${Name<Nodes[Id]>}` }[Name<Nodes>];

/** A check of a whole walk by names of these nodes and their fields. */
export type CheckOf<Nodes extends NodeFields> = OutcomeCheck<Name<Nodes>, TurnField<Nodes>>;

/** A check of a whole walk, or a function that decides. */
export type OutcomeInput<Nodes extends NodeFields> =
  | CheckOf<Nodes>
  | FunctionOrCode<[walk: WalkOutcome], boolean | number>;
