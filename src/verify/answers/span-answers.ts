import { messageText } from "../../trace/index.ts";
import type { Span } from "./otlp-spans.ts";
import { messagesOfSpan } from "./span-messages.ts";
import type { StoredAnswer, UnusedRow } from "./stored-answer.ts";
import { sumTold, type ToldUsage, toldUsage } from "./told-usage.ts";

/** Spans of calls of models. */
const calls = ["chat", "text_completion", "generate_content"];

/**
 * The answers in spans: one for each span that has recorded what was said, but those within another. Of several calls
 * directly in one span of an agent that has recorded nothing itself, the last one: it was sent the others.
 *
 * @param spans undefined is what could not be read; places count from 1
 * @param idAttribute holds the id of the question, where a program has noted it
 */
export function answersOfSpans(
  spans: readonly (Span | undefined)[],
  idAttribute: string,
): readonly (StoredAnswer | UnusedRow)[] {
  const known = new Map(spans.flatMap((span) => (span === undefined ? [] : [[keyOf(span), span] as const])));
  const saying = new Map(
    [...known.values()].flatMap((span) => {
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
  const inner = usageWithin([...known.values()], known);
  return spans.flatMap((span, index): readonly (StoredAnswer | UnusedRow)[] => {
    const place = index + 1;
    if (span === undefined) return [{ place, reason: "is no span that can be read" }];
    if (isInner(span)) return [];
    const messages = saying.get(span);
    if (messages === undefined)
      return isCall(span)
        ? [{ place, reason: "the span has no messages: its program has not recorded what was said" }]
        : [];
    const agent = agentOf(span, known);
    if (agent !== undefined && lastOfAgent.get(agent) !== span) return [];
    const asked = messages.input.findLastIndex(({ role }) => role === "user");
    const question = messages.input[asked];
    const id = span.attributes.get(idAttribute) ?? agent?.attributes.get(idAttribute);
    const model = ["gen_ai.agent.name", "gen_ai.response.model", "gen_ai.request.model"]
      .map((name) => agent?.attributes.get(name) ?? span.attributes.get(name))
      .find((name) => typeof name === "string");
    return [
      {
        place,
        questionId: typeof id === "string" ? id : undefined,
        question: question === undefined ? undefined : messageText(question),
        model: typeof model === "string" ? model : undefined,
        messages: [...messages.input.slice(asked + 1), ...messages.output].filter(
          ({ role }) => role !== "system",
        ),
        contexts: null,
        usage: usageOf(agent ?? span) ?? inner.get(agent ?? span) ?? null,
      },
    ];
  });
}

/** What a span says that it took; undefined: nothing. */
function usageOf({ attributes }: Span): ToldUsage | undefined {
  const at = (name: string) => attributes.get(`gen_ai.usage.${name}`);
  const tokens = {
    input_tokens: at("input_tokens") ?? at("prompt_tokens"),
    output_tokens: at("output_tokens") ?? at("completion_tokens"),
  };
  return toldUsage(tokens, at("cost")) ?? undefined;
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

const keyOf = ({ traceId, spanId }: Pick<Span, "traceId" | "spanId">): string => `${traceId} ${spanId}`;

const startOf = ({ startTimeUnixNano }: Span): bigint => {
  const text = String(startTimeUnixNano);
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
};

/** From the inside out; a circle ends where it began. */
function ancestorsOf(span: Span, known: ReadonlyMap<string, Span>): readonly Span[] {
  const found = new Set<Span>([span]);
  let at: Span | undefined = span;
  while (at !== undefined) {
    at = known.get(keyOf({ traceId: at.traceId, spanId: at.parentSpanId }));
    if (at === undefined || found.has(at)) break;
    found.add(at);
  }
  found.delete(span);
  return [...found];
}

/** The span of the agent that a call was made for. */
function agentOf(span: Span, known: ReadonlyMap<string, Span>): Span | undefined {
  return ancestorsOf(span, known).find(
    ({ attributes }) => attributes.get("gen_ai.operation.name") === "invoke_agent",
  );
}
