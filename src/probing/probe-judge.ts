import {
  counts,
  type ProbedAnswer,
  type ProbeKind,
  type ProbeReport,
  probeKinds,
  type SampledAnswer,
  sampleAnswers,
  tallyProbe,
} from "../analysis/index.ts";
import { KareninaError } from "../base/index.ts";
import type { Question } from "../benchmark/index.ts";
import { type DraftingOptions, openSession } from "../drafting/index.ts";
import { createTemplateLoader } from "../languages/index.ts";
import type { Results, VerificationResult } from "../result/index.ts";
import { Benchmark } from "../verify/index.ts";
import { answered, finalText } from "./answered.ts";
import { injectedAnswer, paddedAnswer, wordCount } from "./changed-answers.ts";
import { reversedTemplate } from "./reversed-template.ts";
import { longerPrompt, readRewriting, translationPrompt, writingSystem } from "./rewriting.ts";

/** What is probed, and with what. */
export interface ProbeOptions extends Omit<DraftingOptions, "draftingModel" | "judge"> {
  /** What the report calls the run. */
  readonly name: string;
  readonly judge: NonNullable<DraftingOptions["judge"]>;
  /** Rewrites and translates. Default: the judge. */
  readonly writingModel?: DraftingOptions["draftingModel"] | undefined;
  /** Default: all. */
  readonly probes?: readonly ProbeKind[] | undefined;
  /** Answers. Default 60. */
  readonly size?: number | undefined;
  /** Of what is drawn. Default 20,240,229. */
  readonly seed?: number | undefined;
  /** How often each answer is judged as it is. Default 3. */
  readonly draws?: number | undefined;
  /** What answers are translated into. Default: German. */
  readonly language?: string | undefined;
  /** Things that changed, of each probe, that are told. Default 5. */
  readonly examples?: number | undefined;
}

/** An answer of the sample. */
interface Probed extends SampledAnswer {
  readonly question: Question;
  /** Its name in the runs: the first of its question, the second … */
  readonly place: number;
  readonly text: string;
}

/** What an answer is judged as, or why it is not. */
type Changed = { readonly text: string } | { readonly reason: string };

const textProbes = ["padding", "words", "injection", "language"] as const;
type TextProbe = (typeof textProbes)[number];

const asItIs = "as it is";

/**
 * How far what a judge says hangs on what should not matter, without anybody's labels: answers of a run are judged several
 * times as they are, with the fields of their templates in reverse, between sentences that say nothing, rewritten in twice
 * the words, with instructions to the judge behind them, and translated. All of it goes through the pipeline of all runs.
 *
 * @param read the results of the run, as often as it is called
 * @throws KareninaError as `judgeAnswers`, and `invalid_input` where no answer of the run can be judged by the benchmark.
 *
 * @example
 * const report = await probeJudge(benchmark, () => readResultLog("run.jsonl"), { name: "run", judge: { modelProvider: "openai", modelName: "gpt-5-mini" } });
 * report.probes.find(({ probe }) => probe === "injection")?.toPass?.interval;
 */
export async function probeJudge(
  benchmark: Pick<Benchmark, "content" | "clone">,
  read: () => Results,
  options: ProbeOptions,
): Promise<ProbeReport> {
  const { name, judge, writingModel = judge, draws = 3, language = "German", examples = 5 } = options;
  const asked = probeKinds.filter((kind) => (options.probes ?? probeKinds).includes(kind));
  const answers = await sampleOf(benchmark, read, options);
  const session = openSession({ ...options, draftingModel: writingModel, judge });
  const mode = options.config?.evaluationMode ?? "template_only";

  const changed = new Map<TextProbe, readonly Changed[]>();
  const isRewritten = asked.includes("words") || asked.includes("language");
  if (isRewritten) for (const [kind, texts] of await rewritten()) changed.set(kind, texts);
  if (asked.includes("padding"))
    changed.set(
      "padding",
      answers.map(({ text }) => ({ text: paddedAnswer(text) })),
    );
  if (asked.includes("injection"))
    changed.set(
      "injection",
      answers.map(({ text, rated }) => ({ text: injectedAnswer(text, isPassed(rated)) })),
    );
  const results = keyed(
    await session.judgeAnew(
      "Judging answers as they are and changed",
      whole(),
      [
        ...answers.flatMap((answer) =>
          Array.from({ length: draws }, (_, at) =>
            answered(answer.result, { model: modelOf(asItIs, answer), replicate: at + 1 }),
          ),
        ),
        ...textProbes.flatMap((kind) =>
          answers.flatMap((answer, at) => {
            const one = changed.get(kind)?.[at];
            return one === undefined || "reason" in one
              ? []
              : [answered(answer.result, { model: modelOf(kind, answer), replicate: 1, text: one.text })];
          }),
        ),
      ],
      mode,
    ),
  );
  const order = asked.includes("order") ? await inReverse() : undefined;

  const probes = asked.map((probe) => {
    const judged = answers.map((answer): ProbedAnswer => {
      const of = probe === "order" ? order?.results : results;
      return {
        result: answer.result,
        draws: Array.from({ length: draws }, (_, at) =>
          results.get(resultKey(answer, asItIs, at + 1)),
        ).filter((one) => one !== undefined),
        variant: probe === "draws" ? undefined : of?.get(resultKey(answer, probe, 1)),
      };
    });
    const texts = isTextProbe(probe) ? (changed.get(probe) ?? []) : [];
    const reasons =
      probe === "order"
        ? (order?.reasons ?? [])
        : texts.flatMap((one) => ("reason" in one ? [one.reason] : []));
    return {
      ...tallyProbe({ probe, answers: judged, examples }),
      leftOut: counts(reasons),
      words: growthOf(texts),
    };
  });
  const judgeName = [...results.values()][0]?.metadata.parsing.modelName;
  const { calls, tokens, costUsd } = session.spent();
  return {
    run: name,
    judge: judgeName ?? judge.modelName ?? "",
    writer: isRewritten ? (writingModel.modelName ?? "") : null,
    language: asked.includes("language") ? language : null,
    answers: answers.length,
    questions: new Set(answers.map(({ question }) => question.id)).size,
    draws,
    probes,
    ended: session.ended() ?? null,
    spent: { calls, tokens, costUsd },
  };

  function whole(): Benchmark {
    return new Benchmark({ content: benchmark.clone().content });
  }

  async function rewritten(): Promise<ReadonlyMap<TextProbe, readonly Changed[]>> {
    const wanted = (["words", "language"] as const).filter((kind) => asked.includes(kind));
    const requests = wanted.flatMap((kind) =>
      answers.map((answer, at) => ({
        ...{ kind, at, id: `${kind} ${at}` },
        prompt:
          kind === "words"
            ? longerPrompt(answer.question.question, answer.text)
            : translationPrompt(answer.question.question, answer.text, language),
      })),
    );
    const said = await session.ask("Rewriting answers", requests, writingSystem);
    return new Map(
      wanted.map((kind) => [
        kind,
        requests
          .filter((request) => request.kind === kind)
          .map(({ id, at, prompt }): Changed => {
            const reply = said.get(id);
            if (reply === undefined) return { reason: "the writing model was not asked any more" };
            if ("problem" in reply) return { reason: `the writing model failed: ${reply.problem}` };
            return readRewriting(reply.text, { answer: answers[at]?.text ?? "", prompt, kind });
          }),
      ]),
    );
  }

  async function inReverse() {
    const reasons: string[] = [];
    const reversed = whole();
    await using loader = createTemplateLoader();
    const rows: VerificationResult[] = [];
    const known = new Map<string, Awaited<ReturnType<typeof reversedTemplate>>>();
    for (const answer of answers) {
      const { question } = answer;
      const template =
        mode === "rubric_only"
          ? { reason: "only rubrics are judged" }
          : (known.get(question.id) ?? (await reversedTemplate(question, loader)));
      if (!known.has(question.id) && "template" in template)
        reversed.updateTemplate(question.id, template.template);
      known.set(question.id, template);
      if ("reason" in template) reasons.push(template.reason);
      else rows.push(answered(answer.result, { model: modelOf("order", answer), replicate: 1 }));
    }
    const judged = await session.judgeAnew("Judging with fields in reverse", reversed, rows, "template_only");
    return { reasons, results: keyed(judged) };
  }

  function growthOf(texts: readonly Changed[]): number | null {
    const grown = texts.flatMap((one, at) =>
      "text" in one ? [wordCount(one.text) / Math.max(1, wordCount(answers[at]?.text ?? ""))] : [],
    );
    return grown.length === 0 ? null : grown.reduce((sum, one) => sum + one, 0) / grown.length;
  }
}

const isTextProbe = (probe: ProbeKind): probe is TextProbe => textProbes.some((kind) => kind === probe);

const isPassed = ({ aspects }: SampledAnswer["rated"]): boolean =>
  aspects.find(({ kind }) => kind === "verdict")?.value === true;

const modelOf = (kind: string, { place }: Probed): string => `${kind} ${place}`;

const resultKey = (answer: Probed, kind: string, replicate: number): string =>
  JSON.stringify([answer.question.id, modelOf(kind, answer), replicate]);

const keyed = (results: readonly VerificationResult[]): ReadonlyMap<string, VerificationResult> =>
  new Map(
    results.map((result) => {
      const { questionId, answering, replicate } = result.metadata;
      return [JSON.stringify([questionId, answering.modelName, replicate ?? 1]), result];
    }),
  );

async function sampleOf(
  { content }: Pick<Benchmark, "content">,
  read: () => Results,
  { size, seed, name, config }: ProbeOptions,
): Promise<readonly Probed[]> {
  const questions = new Map(content.questions.map((question) => [question.id, question]));
  const isOfTraits = (config?.evaluationMode ?? "template_only") !== "template_only";
  async function* judged(): AsyncGenerator<VerificationResult> {
    for await (const result of read()) {
      const { questionId, questionText, scenarioId } = result.metadata;
      const question = questions.get(questionId);
      const isOfQuestion = scenarioId === null && question?.question === questionText;
      const isJudged = isOfTraits || question?.template !== undefined;
      if (isOfQuestion && isJudged && finalText(result) !== "") yield result;
    }
  }
  const sample = await sampleAnswers(judged, {
    ...(size !== undefined && { size }),
    ...(seed !== undefined && { seed }),
  });
  const places = new Map<string, number>();
  const probed = sample.flatMap((one): Probed[] => {
    const question = questions.get(one.result.metadata.questionId);
    if (question === undefined) return [];
    const place = (places.get(question.id) ?? 0) + 1;
    places.set(question.id, place);
    return [{ ...one, question, place, text: finalText(one.result) }];
  });
  if (probed.length === 0)
    throw new KareninaError(
      "invalid_input",
      `No answer of ${name} is to a question of the benchmark, with the same text, and was judged.`,
      { hint: "Name the benchmark of the run, with --benchmark on the command line." },
    );
  return probed;
}
