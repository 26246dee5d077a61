import * as z from "zod";
import { isJsonObject } from "../../base/index.ts";
import { hurriedClock } from "../../base/testing/hurried-clock.ts";
import { Scenario } from "../../benchmark/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import {
  type ModelServer,
  openAiWire,
  type ServedReply,
  type ServedRequest,
  startModelServer,
} from "../../models/testing/index.ts";
import type { VerificationResultSet } from "../../result/index.ts";
import { probeText } from "../../run/index.ts";
import { answerTemplate, booleanMatch, extracted, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";

/** What a model under test says in a turn, and what its judge reads in it. */
export interface Said {
  readonly ok: boolean | null;
  readonly x: number | null;
}

/** The template of nodes: whether the answer says `ok=true`, and the number behind `x=`. */
export const template = answerTemplate({
  ok: verified(z.boolean().nullable(), {
    description: "Whether it is fine",
    groundTruth: true,
    verifyWith: booleanMatch(),
  }),
  x: extracted(z.number().nullable(), { description: "The number" }),
});

/** A node's question with that template. */
export const asks = (question: string) => ({ question: { question, rawAnswer: "ok", template } });

/** What is asked of a model, as its server sees it. */
export interface Asked {
  readonly kind: "answer" | "judge" | "user" | "probe";
  readonly model: string;
  /** The texts of the messages with their roles, such as `user: Hello`. */
  readonly messages: readonly string[];
  /** The last one alone. */
  readonly last: string;
  /** How many user messages there are. */
  readonly turn: number;
  /** The form of the reply as JSON; `""`: none is asked for. */
  readonly form: string;
}

/** Reads a request. */
export function askedOf({ body }: ServedRequest): Asked {
  const messages = Array.isArray(body.messages) ? body.messages.filter(isJsonObject) : [];
  const texts = messages.map(
    ({ role, content }) =>
      `${String(role)}: ${typeof content === "string" ? content : JSON.stringify(content)}`,
  );
  const format = JSON.stringify(body.response_format ?? "");
  const kind = JSON.stringify(body).includes(probeText)
    ? "probe"
    : format.includes("user_reply")
      ? "user"
      : body.response_format === undefined
        ? "answer"
        : "judge";
  return {
    kind,
    model: String(body.model),
    messages: texts,
    last: texts.at(-1) ?? "",
    turn: texts.filter((text) => text.startsWith("user: ")).length,
    form: format,
  };
}

/** What a server says to what it is asked; undefined: as usual. */
export type Talk = (asked: Asked) => string | ServedReply | undefined;

const text = (said: string): ServedReply => ({ body: openAiWire.reply({ text: said }) });

/** A model whose answers are `ok=true x=1`, and a judge that reads such answers. */
export function talkingServer(talk: Talk = () => undefined): Promise<ModelServer> {
  return startModelServer(
    (request) => {
      const asked = askedOf(request);
      const said = talk(asked);
      if (typeof said === "string") return text(said);
      if (said !== undefined) return said;
      if (asked.kind === "probe") return text("OK");
      if (asked.kind === "answer") return text("ok=true x=1");
      return text(judged(asked.last, JSON.stringify(request.body.response_format)));
    },
    { probes: true },
  );
}

/** What the judge fills in: of a trait or a check that it holds. */
function judged(prompt: string, form: string): string {
  if (!form.includes('"ok"')) {
    const names = [...form.matchAll(/"(\w+)":\{"type":"boolean"/g)].map(([, name]) => [
      name,
      name !== "abstention_detected",
    ]);
    const texts = [...form.matchAll(/"(\w+)":\{"type":"string"/g)].map(([, name]) => [name, "so"]);
    return JSON.stringify(Object.fromEntries([...texts, ...names]));
  }
  const answer = /<answer>\n([\s\S]*?)\n<\/answer>/.exec(prompt)?.[1] ?? prompt;
  const ok = /ok=(true|false|null)/.exec(answer)?.[1] ?? "null";
  const x = /x=(-?\d+)/.exec(answer)?.[1] ?? "null";
  return `{"ok":${ok},"x":${x}}`;
}

/** A support flow with a branch and a loop. */
export const refundFlow = new Scenario("refund-flow", { turnLimit: 6 })
  .addNode("asks", asks("I want my money back."))
  .addNode("pays", asks("It is order 17."))
  .addNode("person", { question: { question: "Give me a human being.", rawAnswer: "It hands over." } })
  .addEdge("asks", "pays", { when: { "parsed.x": 1 } })
  .addEdge("asks", "person", { when: { "node_visits.asks": { gte: 2 } } })
  .addEdge("asks", "asks")
  .addEdge("pays", "__end__", { when: { verify_result: true } })
  .addEdge("pays", "person")
  .setEntry("asks")
  .validate();

/** A benchmark of these scenarios. */
export function walkingBenchmark(
  ...scenarios: readonly Parameters<Benchmark["addScenario"]>[0][]
): Benchmark {
  const benchmark = Benchmark.create({ name: "Walks" });
  for (const scenario of scenarios) benchmark.addScenario(scenario);
  return benchmark;
}

const quick = { maxAttempts: 1, backoffMin: 0, backoffMax: 0 };
const once = { maxAttempts: 0, backoffMin: 0, backoffMax: 0 };

/** A configuration with one model under test and one judge on a server. */
export const modelsOn = ({ url }: ModelServer): VerificationConfig => ({
  answeringModels: [{ modelName: "m", endpointBaseUrl: url }],
  parsingModels: [{ modelName: "j", endpointBaseUrl: url }],
  retryPolicy: { connection: once, timeout: once, rateLimit: quick, serverError: once },
  outagePatienceSeconds: 0,
});

/** Runs it with a clock that never waits. */
export function walkThrough(
  benchmark: Benchmark,
  config: VerificationConfig,
  options: RunVerificationOptions = {},
): Promise<VerificationResultSet> {
  return benchmark.runVerification(config, {
    clock: hurriedClock(),
    random: () => 0.5,
    environment: {},
    ...options,
  });
}

/** Each walk in a line: its status and its path. */
export const walksOf = ({ scenarioResults }: VerificationResultSet) =>
  (scenarioResults ?? []).map(({ status, path }) => `${status}: ${path.join(" ")}`);

/** What a set says of its walks and turns, without when and how long. */
export function said(set: VerificationResultSet) {
  const walks = (set.scenarioResults ?? []).map(({ timestamp: _, executionTime: __, history, ...walk }) => ({
    ...walk,
    history: history.map(({ verificationResultId: ___, ...turn }) => turn),
  }));
  const turns = [...set].map(({ metadata, template }) =>
    [
      ...[metadata.scenarioId, metadata.scenarioTurn, metadata.scenarioNode, metadata.replicate],
      ...[metadata.answering.modelName, metadata.parsing.modelName, metadata.questionText],
      ...[template?.rawLlmResponse, JSON.stringify(template?.parsedLlmResponse)],
      JSON.stringify(template?.conversationContext),
    ].join(" | "),
  );
  const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  return { walks: walks.toSorted(byText), turns: turns.toSorted() };
}
