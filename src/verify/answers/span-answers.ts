import { messageText } from "../../trace/index.ts";
import type { Span } from "./otlp-spans.ts";
import { messagesOfSpan } from "./span-messages.ts";
import type { StoredAnswer, UnusedRow } from "./stored-answer.ts";

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
  return spans.flatMap((span, index): readonly (StoredAnswer | UnusedRow)[] => {
    const place = index + 1;
    if (span === undefined) return [{ place, reason: "is no span that can be read" }];
    if (isInner(span)) return [];
    const messages = saying.get(span);
    if (messages === undefined)
      return calls.includes(String(span.attributes.get("gen_ai.operation.name")))
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
      },
    ];
  });
}

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
