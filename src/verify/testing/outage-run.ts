import * as z from "zod";
import { hurriedClock } from "../../base/testing/hurried-clock.ts";
import type { VerificationConfig } from "../../config/index.ts";
import {
  type ModelServer,
  openAiWire,
  type ServedReply,
  type ServedRequest,
  startModelServer,
} from "../../models/testing/index.ts";
import { outcomeOf, type VerificationResultSet } from "../../result/index.ts";
import { type Outage, probeText, type RunEvents, type RunReport } from "../../run/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";

/** A benchmark of so many questions. */
export function benchmarkOf(count: number): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  for (let index = 0; index < count; index += 1) {
    benchmark.addQuestion({
      id: `q${index}`,
      question: `Question ${index}?`,
      rawAnswer: "BCL2",
      template: answerTemplate({
        target: verified(z.string(), {
          description: "Target",
          groundTruth: "BCL2",
          verifyWith: exactMatch(),
        }),
      }),
    });
  }
  return benchmark;
}

/** What a model that works says. */
function rightReply({ body }: ServedRequest): ServedReply {
  const asksForJson = body.response_format !== undefined;
  return { body: openAiWire.reply({ text: asksForJson ? '{"target":"BCL2"}' : "It is BCL2." }) };
}

/** A reply that breaks off at its first byte. */
export const cut: ServedReply = { truncated: "" };
/** True for a probe. */
export const isProbe = ({ body }: ServedRequest) => JSON.stringify(body).includes(probeText);

/** Serves models; `fault` says what goes wrong with a request, undefined: nothing. Probes are requests like any other. */
export function serve(
  fault: (
    request: ServedRequest,
    index: number,
  ) => ServedReply | undefined | Promise<ServedReply | undefined>,
): Promise<ModelServer> {
  return startModelServer(async (request, index) => (await fault(request, index)) ?? rightReply(request), {
    probes: true,
  });
}

/** A model on a server. */
export const model = (modelName: string, { url }: ModelServer) => ({ modelName, endpointBaseUrl: url });

const patience = { outagePatienceSeconds: 900 };

/** Runs with a clock that never waits, and keeps what was told. */
export async function run(
  benchmark: Benchmark,
  config: VerificationConfig,
  options: RunVerificationOptions = {},
) {
  const outages: Outage[] = [];
  const warnings: string[] = [];
  let report: RunReport | undefined;
  const events: RunEvents = {
    serverChanged: (outage) => outages.push(outage),
    runFinished: (ended) => {
      report = ended;
    },
  };
  const results = await benchmark.runVerification(
    { ...patience, ...config },
    { clock: hurriedClock(), random: () => 0.5, events, warn: (text) => warnings.push(text), ...options },
  );
  const states = outages.map(({ names, state }) => `${names.join(" ")} ${state}`);
  return { results, states, outages, report, warnings };
}

/** What came of each task. */
export const outcomes = (results: VerificationResultSet) => [...results].map(outcomeOf);
/** So many that passed. */
export const passes = (count: number) => Array<string>(count).fill("pass");
