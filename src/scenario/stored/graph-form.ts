import * as z from "zod";
import { functionModule, type JsonObject, KareninaError } from "../../base/index.ts";
import {
  type FunctionOrCode,
  handovers,
  isSourceCode,
  type SimulatedUser,
  type SourceCode,
  type StateCheck,
  usualUserTurns,
} from "../definition/scenario-definition.ts";
import { comparedCheck, comparedFields, comparedRecord } from "./primitive-form.ts";

/** Code beside the language it is written in. */
export const CodeForm = z.object({ language: z.string(), text: z.string() });

/** A check of the state as files have it. */
export const StateCheckForm = z
  .object({
    type: z.literal("state_check").default("state_check"),
    field: z.string(),
    ...comparedFields,
  })
  .transform((check): StateCheck => comparedCheck(check));

/** How a conversation is handed on by name. */
export const HandoverForm = z.enum(handovers);

/** Tools to go without. */
export const ToolFilterForm = z
  .object({ remove: z.array(z.object({ server: z.string(), tool: z.string().nullish() })) })
  .transform(({ remove }) => ({
    remove: remove.map(({ server, tool }) => ({ server, ...(tool != null && { tool }) })),
  }));

const text = z.string().min(1, "expected non-empty text");

/** A simulated user as files have it. */
export const SimulatedUserForm = z
  .strictObject({
    persona: text.describe("Who they are and how they speak"),
    goal: text.describe("What they want to get done"),
    hidden_facts: z.array(z.string()).default([]).describe("What they know and tell only when asked for it"),
    stop_when: text.optional().describe("When they have what they want; default: their goal is reached"),
    turn_limit: z
      .int()
      .min(1)
      .default(usualUserTurns)
      .describe("Most visits of the node, its own question included"),
    model: text
      .optional()
      .describe("The model that speaks for them, by the name the configuration gives it; default: the judge"),
    seed: z.int().optional().describe("Handed to models that take one"),
  })
  .transform(
    ({
      hidden_facts: hiddenFacts,
      stop_when: stopWhen,
      turn_limit: turnLimit,
      model,
      seed,
      ...user
    }): SimulatedUser => ({
      ...user,
      hiddenFacts,
      turnLimit,
      ...(stopWhen !== undefined && { stopWhen }),
      ...(model !== undefined && { model }),
      ...(seed !== undefined && { seed }),
    }),
  );

/** A check of the state for a file. */
export function stateCheckRecord(check: StateCheck): JsonObject {
  return { type: "state_check", field: check.field, ...comparedRecord(check) };
}

/** A simulated user for a file. */
export function simulatedUserRecord(user: SimulatedUser): JsonObject {
  const { persona, goal, hiddenFacts, stopWhen, turnLimit, model, seed } = user;
  return {
    persona,
    goal,
    ...(hiddenFacts.length > 0 && { hidden_facts: hiddenFacts }),
    ...(stopWhen !== undefined && { stop_when: stopWhen }),
    turn_limit: turnLimit,
    ...(model !== undefined && { model }),
    ...(seed !== undefined && { seed }),
  };
}

/**
 * Code for a file: as it came, or the source of a function of the program.
 *
 * @throws KareninaError `invalid_input` for a function without source: one of the platform, or a bound one
 */
export function codeRecord<Arguments extends readonly unknown[], Returned>(
  given: FunctionOrCode<Arguments, Returned>,
): SourceCode & JsonObject {
  if (isSourceCode(given)) return { language: given.language, text: given.text };
  const source = Function.prototype.toString.call(given);
  if (/\{\s*\[native code\]\s*\}\s*$/.test(source))
    throw new KareninaError(
      "invalid_input",
      `The function ${JSON.stringify(given.name)} has no source that a file could hold.`,
      {
        hint: "Give a function written out in your own module, and not a bound one.",
      },
    );
  return { language: "TypeScript", text: functionModule(source) ?? source };
}
