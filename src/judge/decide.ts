import type { JsonSchema, JsonValue } from "../base/index.ts";
import { isJsonObject } from "../base/index.ts";
import type { Accepted } from "../ports/index.ts";
import type { Prompt } from "./assemble.ts";
import { assemblePrompt } from "./assemble.ts";
import type { Judge } from "./judge.ts";

/** A judge's yes or no, with its reasons. */
export interface Decision {
  readonly decision: boolean;
  readonly reasoning: string;
}

/** A yes-or-no question to a judge. */
export interface DecisionQuestion {
  readonly prompt: Prompt;
  /** The boolean key of the reply, e.g. `abstention_detected`; also names the schema. */
  readonly key: string;
  /** What true means, for the schema. */
  readonly description: string;
  readonly instructions?: string | null;
}

/** Asks for `{ reasoning, <key> }` at temperature 0. Throws `ReplyError` or `TransportError`. */
export function askDecision(judge: Judge, question: DecisionQuestion): Promise<Decision> {
  return judge.parser.parse({
    messages: assemblePrompt(question.prompt, {
      systemPrompt: judge.systemPrompt,
      instructions: question.instructions,
    }),
    name: question.key,
    schema: decisionSchema(question),
    accept: (value) => acceptDecision(value, question.key),
    temperature: 0,
    signal: judge.signal,
    timeoutMs: judge.timeoutMs,
    observer: judge.observer,
  });
}

function decisionSchema(question: DecisionQuestion): JsonSchema {
  return {
    type: "object",
    properties: {
      reasoning: { type: "string", description: "The reasons, before the decision" },
      [question.key]: { type: "boolean", description: question.description },
    },
    required: ["reasoning", question.key],
    additionalProperties: false,
  };
}

function acceptDecision(value: JsonValue, key: string): Accepted<Decision> {
  if (!isJsonObject(value))
    return { ok: false, problems: [`expected a JSON object, found ${JSON.stringify(value)}`] };
  const decision = value[key];
  if (typeof decision !== "boolean") {
    return {
      ok: false,
      problems: [`${key}: expected true or false, found ${JSON.stringify(decision) ?? "nothing"}`],
    };
  }
  return {
    ok: true,
    value: { decision, reasoning: typeof value.reasoning === "string" ? value.reasoning : "" },
  };
}
