import { trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, expect, test } from "vitest";
import type { ServedReply } from "../../models/testing/index.ts";
import { benchmarkOf, model, run, serve } from "../testing/outage-run.ts";

afterEach(() => trace.disable());

function recorded() {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  return exporter;
}

async function runOf(fault: () => ServedReply | undefined, options: { readonly telemetry?: boolean } = {}) {
  await using server = await serve(fault);
  return await run(
    benchmarkOf(2),
    {
      answeringModels: [{ ...model("m", server), prices: { input: 1, output: 1 } }],
      parsingModels: [model("judge", server)],
      ...{ preflight: false, outagePatienceSeconds: 0, asyncMaxWorkers: 1 },
    },
    { runName: "nightly", ...options },
  );
}

/** The names from a span up to the run. */
function pathOf(span: ReadableSpan, spans: readonly ReadableSpan[]): readonly string[] {
  const id = span.parentSpanContext?.spanId;
  const parent = id === undefined ? undefined : spans.find((one) => one.spanContext().spanId === id);
  return [span.name, ...(parent === undefined ? [] : pathOf(parent, spans))];
}

test("a run has spans of its tasks, their stages and calls, which say nothing of what is asked and answered", async () => {
  const exporter = recorded();
  const { results } = await runOf(() => undefined);
  const spans = exporter.getFinishedSpans();
  const called = spans.filter(({ name }) => name.startsWith("chat "));
  const task = ["karenina task", "karenina run"];
  expect(called.map((span) => pathOf(span, spans))).toEqual(
    [0, 1].flatMap(() => [
      ["chat m", "GenerateAnswer", ...task],
      ["chat judge", "ParseTemplate", ...task],
    ]),
  );
  expect(called[0]?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai_endpoint",
    "gen_ai.request.model": "m",
    "gen_ai.request.temperature": 0.1,
    "gen_ai.response.model": "served-model",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 7,
    "gen_ai.usage.output_tokens": 3,
    "gen_ai.output.type": "text",
    "karenina.cost_usd": 0.00001,
  });
  const tasks = spans.filter(({ name }) => name === "karenina task").map(({ attributes }) => attributes);
  expect(tasks).toMatchObject(
    [...results].map(({ metadata }) => ({
      "karenina.question_id": metadata.questionId,
      "karenina.result_id": metadata.resultId,
      "karenina.outcome": "pass",
    })),
  );
  expect(spans.find(({ name }) => name === "karenina run")?.attributes).toEqual({
    ...{ "karenina.run": "nightly", "karenina.tasks": 2 },
    ...{ "karenina.status": "completed", "karenina.finished": 2 },
  });
  expect(JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]))).not.toMatch(
    /Question|BCL2|Target/,
  );
});

test("each attempt at a call has its span, with the kind of its failure and no word of it", async () => {
  const exporter = recorded();
  let asked = 0;
  await runOf(() => {
    asked += 1;
    return asked === 1 ? { status: 500, body: { error: { message: "Question about BCL2" } } } : undefined;
  });
  const spans = exporter.getFinishedSpans();
  const [first, second] = spans.filter(({ name }) => name === "chat m");
  expect(first).toMatchObject({
    status: { code: 2 },
    attributes: { "error.type": "server_error" },
    events: [],
  });
  expect(first?.status.message).toBeUndefined();
  expect(second?.status.code).toBe(0);
  expect(second?.parentSpanContext?.spanId).toBe(first?.parentSpanContext?.spanId);
});

test("what fails for good marks its stage and task", async () => {
  const exporter = recorded();
  await runOf(() => ({ status: 400, body: { error: { message: "too long" } } }));
  const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === 2);
  expect(new Set(failed.map(({ name, attributes }) => `${name}: ${attributes["error.type"]}`))).toEqual(
    new Set(["chat m: permanent", "GenerateAnswer: permanent", "karenina task: invalid_request"]),
  );
});

test("`telemetry: false` makes none, and `true` wants a provider before anything is asked", async () => {
  const exporter = recorded();
  await runOf(() => undefined, { telemetry: false });
  expect(exporter.getFinishedSpans()).toEqual([]);
  trace.disable();
  let asked = 0;
  const wanted = runOf(
    () => {
      asked += 1;
      return undefined;
    },
    { telemetry: true },
  );
  await expect(wanted).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringContaining("no provider of tracers is registered"),
  });
  expect(asked).toBe(0);
});
