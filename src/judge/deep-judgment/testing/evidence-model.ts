import type { JsonObject, JsonSchema, JsonValue } from "../../../base/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../../ports/index.ts";
import { assistantMessage, messageText } from "../../../trace/index.ts";

/** One call to a judge of evidence. */
export interface EvidenceCall {
  /** The form it is to fill in: `excerpts`, `excerpt_assessments`, `reasoning`, or one with values. */
  readonly form: string;
  /** The traits it is asked about; none for an assessment. */
  readonly traits: readonly string[];
  /** How often the same was asked for the same traits before. */
  readonly before: number;
  readonly request: LlmRequest;
}

/** What a judge says to a call: a text, a JSON object or a failure; undefined: something that suits it. */
export type Say = (call: EvidenceCall) => string | Error | { readonly json: unknown } | undefined;

/** A judge of evidence that remembers what it was asked, in order. */
interface EvidenceModel extends LlmPort {
  readonly requests: readonly LlmRequest[];
  /** Form and traits of each call, e.g. `excerpts clear depth`. */
  readonly calls: readonly string[];
}

export const answer = "Venetoclax binds BCL2 and nothing else. It frees the cell to die [1].";
export const quote = "Venetoclax binds BCL2";
export const wrongQuote = "Navitoclax inhibits MCL1 in every tumour";

/** A judge that says what it is told to, and something that suits the call otherwise. */
export function evidenceModel(say: Say = () => undefined): EvidenceModel {
  const requests: LlmRequest[] = [];
  const calls: string[] = [];
  return {
    capabilities: { systemPrompt: true, structuredOutput: true },
    requests,
    calls,
    async generate(request) {
      const form = request.responseSchema?.name ?? "";
      const traits = traitsOf(request);
      const key = [form, ...traits].join(" ");
      const before = calls.filter((call) => call === key).length;
      calls.push(key);
      requests.push(request);
      request.observer?.started?.();
      const said = say({ form, traits, before, request }) ?? { json: fill(request.responseSchema?.schema) };
      if (said instanceof Error) throw said;
      const reply = replyOf(typeof said === "string" ? said : JSON.stringify(said.json));
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs: 1 });
      return reply;
    },
    async [Symbol.asyncDispose]() {},
  };
}

function replyOf(text: string): LlmReply {
  const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
  const message = assistantMessage(text);
  return { text, message, usage, usageKnown: true, model: "scripted", finishReason: "stop" };
}

/** A reply with one quote for each of the traits. */
export function quoting(text: string, traits: readonly string[]): { readonly json: JsonObject } {
  const excerpts = [{ text, confidence: "high", explanation: null }];
  return { json: { excerpts: Object.fromEntries(traits.map((trait) => [trait, excerpts])) } };
}

/** All texts of a call. */
export function textOf(request: LlmRequest | undefined): string {
  return (request?.messages ?? []).map(messageText).join("\n=====\n");
}

function traitsOf(request: LlmRequest): readonly string[] {
  const asked = /<traits?>\n([\s\S]*?)\n<\/traits?>/.exec(textOf(request))?.[1];
  // what the prompts of traits put into their section
  const traits = JSON.parse(asked ?? "[]") as
    | { readonly name: string }
    | readonly { readonly name: string }[];
  return (Array.isArray(traits) ? traits : [traits]).map(({ name }) => name);
}

/** Something that fits the schema; a quote stands in `answer`. */
function fill(schema: JsonSchema | undefined): JsonValue {
  const { type, properties, enum: options, items, minimum = 1 } = schema ?? {};
  if (options !== undefined) return options[0] ?? null;
  if (type === "object")
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, value]) => [key, fill(value)]));
  if (type === "array") return fillList(items);
  if (type === "boolean") return true;
  if (type === "integer") return minimum;
  return type === "string" ? quote : null;
}

/** One entry for each name that a list of entries is to hold. */
function fillList(items: JsonSchema | undefined): readonly JsonValue[] {
  for (const key of ["trait_name", "excerpt_id"]) {
    const names = items?.properties?.[key]?.enum;
    if (names !== undefined) return names.map((name) => ({ ...Object(fill(items)), [key]: name }));
  }
  return [fill(items)];
}
