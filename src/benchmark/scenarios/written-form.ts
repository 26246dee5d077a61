import * as z from "zod";
import { comparisons, handovers, resultFields, type StateCheck } from "../../scenario/index.ts";
import { checkNode } from "../problems/check-node.ts";

const Code = z.strictObject({ language: z.string(), text: z.string() });
const FunctionForm = z.custom((value) => typeof value === "function");
const Decision = z.union([FunctionForm, Code], "expected a function, or code as { language, text }");
const Text = z.string();

/** What a scenario says about itself, as it is written. */
export const NamedForm = z.strictObject({
  name: Text,
  description: Text.optional(),
  turnLimit: z.number().optional(),
  metadata: z.unknown().optional(),
});

/** A whole scenario as it is written at once. */
export const InputForm = z.strictObject({
  ...NamedForm.shape,
  nodes: z.looseObject({}),
  entry: Text.optional(),
  edges: z.array(z.unknown()).optional(),
  outcomes: z.looseObject({}).optional(),
});

/** A node; its question is read as any other. */
export const NodeForm = z.strictObject({
  question: z.looseObject({}),
  user: z
    .strictObject({
      persona: Text,
      goal: Text,
      hiddenFacts: z.array(Text).optional(),
      stopWhen: Text.optional(),
      turnLimit: z.number().optional(),
      model: Text.optional(),
      seed: z.int().optional(),
    })
    .optional(),
  models: z.strictObject({ answering: Text.optional(), parsing: Text.optional() }).optional(),
  toolFilter: z
    .strictObject({ remove: z.array(z.strictObject({ server: Text, tool: Text.optional() })) })
    .optional(),
  agentIdentity: Text.optional(),
  stateUpdate: Decision.optional(),
  metadata: z.unknown().optional(),
});

const Primitive = z.looseObject({ type: Text });
const compared = {
  expected: z.custom((value) => value !== undefined, "expected a value of JSON"),
  verifyWith: Primitive,
};
/** A condition with a primitive of its own. */
export const StateCheckForm = z.strictObject({ type: z.literal("state_check"), field: Text, ...compared });
/** Paths with values, or a check; which of them it is says whoever reads it. */
const Condition = z.looseObject({}, "expected a path with a value, or a check");

/** An edge; what its conditions say is read after it. */
export const EdgeForm = z.strictObject({
  from: Text,
  to: Text,
  when: z
    .union(
      [FunctionForm, Condition, z.array(Condition)],
      "expected conditions, a function or code as { language, text }",
    )
    .optional(),
  handover: z
    .union(
      [z.enum(handovers), FunctionForm, Code],
      `expected ${handovers.join(", ")}, a function or code as { language, text }`,
    )
    .optional(),
});

const Nodes = z.union([Text, z.array(Text)], "expected the id of a node, or a list of ids").optional();
const single = [
  z.strictObject({ type: z.enum(["last_turn", "first_turn"]) }),
  z.strictObject({ type: z.literal("turn_at"), index: z.number() }),
] as const;
const SingleTurnForm = z.discriminatedUnion(
  "type",
  single,
  "expected lastTurnScope(), firstTurnScope() or turnAt(place)",
);
const ScopeForm = z.discriminatedUnion(
  "type",
  [...single, z.strictObject({ type: z.enum(["any_turn", "all_turns"]), nodeId: Nodes })],
  "expected the turns that are looked at",
);
const CheckTree: z.ZodType = z.lazy(() => {
  const conditions = z.array(CheckTree);
  return z.discriminatedUnion(
    "type",
    [
      z.strictObject({ type: z.literal("turn_check"), scope: ScopeForm, field: Text, ...compared }),
      z.strictObject({ type: z.literal("result_check"), field: z.enum(resultFields), ...compared }),
      z.strictObject({
        type: z.literal("cross_turn_check"),
        sourceTurn: SingleTurnForm,
        sourceField: Text,
        targetTurn: SingleTurnForm,
        targetField: Text,
        comparison: z.enum(comparisons),
        normalize: z.array(z.unknown()),
      }),
      z.strictObject({
        type: z.enum(["count_turns", "first_match_index"]),
        nodeId: Nodes,
        verifyResult: z.boolean().optional(),
      }),
      z.strictObject({ type: z.enum(["all_of", "any_of"]), conditions }),
      z.strictObject({ type: z.literal("at_least_n"), n: z.number(), conditions }),
    ],
    "expected a check of walks, such as lastTurn({ verify_result: true }), a function or code",
  );
});

/** Tells what does not fit the form of something that is written, by its keys. */
export function checkWritten(form: z.ZodType, value: unknown, tell: (message: string) => void): void {
  const add = (path: string, message: string) =>
    tell(path === "" ? message : `${path.replace(/^\./, "")}: ${message}`);
  checkNode(form, value, "", { add });
}

/** The form of a condition: a check says that it is one, all else are paths with values. */
export function isStateCheck(condition: object): condition is StateCheck {
  return "type" in condition && condition.type === "state_check";
}

/** What decides a criterion, as it is written. */
export function outcomeForm(value: unknown): z.ZodType {
  const isCode =
    typeof value === "function" || (typeof value === "object" && value !== null && !("type" in value));
  return isCode ? Decision : CheckTree;
}
