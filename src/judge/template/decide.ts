import { isJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { Prompt } from "../../prompt/index.ts";
import { type Accepted, closedObject } from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge, PromptConfig } from "../judge.ts";

/** A judge's yes or no, with its reasons. */
export interface Decision {
  readonly decision: boolean;
  readonly reasoning: string;
}

/** One yes-or-no question to a judge. */
export interface DecisionQuestion {
  /** The boolean key of the reply, e.g. `abstention_detected`. */
  readonly key: string;
  /** The key of its reasons, which come first. */
  readonly reasoningKey: string;
  /** What true means, for the schema. */
  readonly description: string;
}

/** One call that asks one or several yes-or-no questions about the same texts. */
interface DecisionRequest<Name extends string> {
  readonly prompt: Prompt;
  /** Names the schema: letters, digits, `_`, `-`. */
  readonly name: string;
  readonly questions: { readonly [name in Name]: DecisionQuestion };
  /** Whose extra instructions stand at the end of the system text. */
  readonly instructions: readonly (keyof PromptConfig)[];
}

/** Asks for reasons and decisions at temperature 0. Throws `ReplyError` or `TransportError`. */
export function askDecisions<Name extends string>(
  judge: Judge,
  { prompt, name, questions, instructions }: DecisionRequest<Name>,
): Promise<{ readonly [name in Name]: Decision }> {
  const form = {
    name,
    schema: decisionSchema(Object.values(questions)),
    accept: (value: JsonValue) => acceptDecisions(value, questions),
  };
  return askForm(judge, prompt, form, { instructions, temperature: 0 });
}

function decisionSchema(questions: readonly DecisionQuestion[]): JsonSchema {
  const properties = questions.flatMap(({ key, reasoningKey, description }): [string, JsonSchema][] => [
    [reasoningKey, { type: "string", description: "The reasons, before the decision" }],
    [key, { type: "boolean", description }],
  ]);
  return closedObject(Object.fromEntries(properties));
}

function acceptDecisions<Name extends string>(
  value: JsonValue,
  questions: { readonly [name in Name]: DecisionQuestion },
): Accepted<{ readonly [name in Name]: Decision }> {
  if (!isJsonObject(value)) {
    return { ok: false, problems: [`expected a JSON object, found ${JSON.stringify(value)}`] };
  }
  const problems: string[] = [];
  const decisions = Object.entries<DecisionQuestion>(questions).map(([name, { key, reasoningKey }]) => {
    const decision = value[key];
    const reasoning = value[reasoningKey];
    if (typeof decision !== "boolean") {
      problems.push(`${key}: expected true or false, found ${JSON.stringify(decision) ?? "nothing"}`);
    }
    return [name, { decision, reasoning: typeof reasoning === "string" ? reasoning : "" }];
  });
  if (problems.length > 0) return { ok: false, problems };
  // each name of `questions` has a boolean decision here
  return { ok: true, value: Object.fromEntries(decisions) as { [name in Name]: Decision } };
}
