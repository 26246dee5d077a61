import { isDeepStrictEqual } from "node:util";
import { KareninaError } from "../../base/index.ts";
import { type Message, messageText } from "../../trace/index.ts";
import type { AnswerFields } from "./answer-fields.ts";
import type { Span } from "./otlp-spans.ts";
import { messagesOfSpan, type SpanMessages } from "./span-messages.ts";
import type { StoredAnswer, UnusedRow } from "./stored-answer.ts";
import { sumTold, type ToldUsage, toldUsage } from "./told-usage.ts";

/** Spans of calls of models. */
const calls = ["chat", "text_completion", "generate_content"];

/** Where a span notes the id of its question, unless another attribute is named. */
const usualId = "karenina.question_id";

/**
 * The answers in spans: one for each span that has recorded what was said, but those within another; of a call that was asked for
 * several, one for each. Of several calls directly in one span of an agent that has recorded nothing itself, the last one: it was
 * sent the others.
 *
 * @param spans undefined is what could not be read; places count from 1
 * @param fields `id`: the attribute that holds the id of the question; `question`: the one that holds its text. Where a program has
 * noted the id, what it sent need not be the question's text.
 * @throws KareninaError `configuration` for another field, which spans do not have.
 */
export function answersOfSpans(
  spans: readonly (Span | undefined)[],
  { id: idAttribute = usualId, question: questionAttribute, ...others }: AnswerFields,
): readonly (StoredAnswer | UnusedRow)[] {
  refuseFields(others);
  const known = new Map<string, Span>();
  for (const span of spans) {
    const key = span === undefined ? undefined : keyOf(span.traceId, span.spanId);
    if (span !== undefined && key !== undefined && !known.has(key)) known.set(key, span);
  }
  /** What was written before, as exporters that make sure do. */
  const earlier = (span: Span) => {
    const key = keyOf(span.traceId, span.spanId);
    const first = key === undefined ? undefined : known.get(key);
    return first === span ? undefined : first;
  };
  const own = spans.filter((span) => span !== undefined && earlier(span) === undefined) as Span[];
  const saying = new Map(
    own.flatMap((span) => {
      const messages = messagesOfSpan(span);
      return messages === undefined ? [] : [[span, messages] as const];
    }),
  );
  const isInner = (span: Span) => ancestorsOf(span, known).some((outer) => saying.has(outer));
  const lastOfAgent = new Map<Span, Span>();
  for (const span of saying.keys()) {
    const agent = agentOf(span, known);
    if (agent === undefined) continue;
    const last = lastOfAgent.get(agent);
    if (last === undefined || startOf(last) <= startOf(span)) lastOfAgent.set(agent, span);
  }
  const inner = usageWithin(own, known);
  return spans.flatMap((span, index): readonly (StoredAnswer | UnusedRow)[] => {
    const place = index + 1;
    if (span === undefined) return [{ place, reason: "is no span that can be read" }];
    const first = earlier(span);
    if (first !== undefined)
      return isDeepStrictEqual(first, span) ? [] : [{ place, reason: "an earlier span has the same id" }];
    if (isInner(span)) return [];
    const messages = saying.get(span);
    if (messages === undefined)
      return isCall(span)
        ? [{ place, reason: "the span has no messages: its program has not recorded what was said" }]
        : [];
    const agent = agentOf(span, known);
    if (agent !== undefined && lastOfAgent.get(agent) !== span) return [];
    const asked = messages.input.findLastIndex(({ role }) => role === "user");
    const noted = (...names: readonly string[]) =>
      names
        .flatMap((name) => [agent?.attributes.get(name), span.attributes.get(name)])
        .find((value) => typeof value === "string");
    const id = noted(idAttribute);
    const sent = messages.input[asked];
    const question = questionAttribute === undefined ? sent && messageText(sent) : noted(questionAttribute);
    const before = messages.input.slice(asked + 1);
    return endsOf(span, messages).map((end, at) => ({
      ...{ place, questionId: id, question },
      ...(at > 0 && { choice: at + 1 }),
      isPrompt: questionAttribute === undefined,
      model: noted("gen_ai.agent.name", "gen_ai.response.model", "gen_ai.request.model"),
      messages: [...before, ...end].filter(({ role }) => role !== "system"),
      contexts: null,
      // the sum of all stands at the first
      usage: at > 0 ? null : (usageOf(agent ?? span) ?? inner.get(agent ?? span) ?? null),
    }));
  });
}

/** Of a call each message that came back is an answer of its own; what an agent recorded is one. */
function endsOf(span: Span, { output }: SpanMessages): readonly (readonly Message[])[] {
  const isSeveral = isCall(span) && output.every(({ role }) => role === "assistant");
  return isSeveral ? output.map((message) => [message]) : [output];
}

function refuseFields(others: AnswerFields): void {
  const [name] = Object.entries(others).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (name === undefined) return;
  throw new KareninaError(
    "configuration",
    `Spans of OpenTelemetry have what is judged where its conventions say, so no field can be named for it: found one for \`${name}\`.`,
    {
      hint: "Attributes can be named for the id (--id-field) and the text (--question-field) of the question.",
    },
  );
}

/** What a span says that it took; undefined: nothing. */
function usageOf({ attributes }: Span): ToldUsage | undefined {
  const at = (name: string) => attributes.get(`gen_ai.usage.${name}`);
  const names = ["input_tokens", "prompt_tokens", "output_tokens", "completion_tokens"];
  return toldUsage(Object.fromEntries(names.map((name) => [name, at(name)])), at("cost")) ?? undefined;
}

/** What the calls of models within each span took together. */
function usageWithin(spans: readonly Span[], known: ReadonlyMap<string, Span>): ReadonlyMap<Span, ToldUsage> {
  const sums = new Map<Span, ToldUsage>();
  for (const span of spans) {
    const usage = isCall(span) ? usageOf(span) : undefined;
    const outside = ancestorsOf(span, known);
    // what wraps a call counts the same tokens
    if (usage === undefined || outside.some((outer) => isCall(outer) && usageOf(outer) !== undefined))
      continue;
    for (const outer of outside) {
      const sum = sumTold([sums.get(outer) ?? null, usage]);
      if (sum !== null) sums.set(outer, sum);
    }
  }
  return sums;
}

const isCall = ({ attributes }: Span): boolean =>
  calls.includes(String(attributes.get("gen_ai.operation.name")));

/** Undefined: the span has no id, so that no other can name it. */
const keyOf = (traceId: string, spanId: string): string | undefined =>
  spanId === "" ? undefined : `${traceId} ${spanId}`;

const startOf = ({ startTimeUnixNano }: Span): bigint => {
  const text = String(startTimeUnixNano);
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
};

/** From the inside out; spans that name each other in a circle are in none. */
function ancestorsOf(span: Span, known: ReadonlyMap<string, Span>): readonly Span[] {
  const found = new Set<Span>();
  let at: Span | undefined = span;
  for (;;) {
    const key = keyOf(at.traceId, at.parentSpanId);
    at = key === undefined ? undefined : known.get(key);
    if (at === undefined) return [...found];
    if (at === span || found.has(at)) return [];
    found.add(at);
  }
}

/** The span of the agent that a call was made for. */
function agentOf(span: Span, known: ReadonlyMap<string, Span>): Span | undefined {
  return ancestorsOf(span, known).find(
    ({ attributes }) => attributes.get("gen_ai.operation.name") === "invoke_agent",
  );
}
