// Writes the files the example plays back: answers.json from recorded.ts, and judge.jsonl by running the benchmark once
// with a judge that gives the replies of recorded.ts. Run it when a prompt or a template has changed; the
// files go into this folder, or into the one given:
//   npm run deep-judgment:record
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { lastUserText } from "../../scripts/reply-server.ts";
import benchmark from "./benchmark.ts";
import { type RecordedQuestion, type RecordedQuote, recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const target = process.argv[2] ?? folder;
const answersFile = join(target, "answers.json");

const answers: { [md5: string]: string } = {};
for (const { id, question } of benchmark) {
  const entry = recorded.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`No answer is recorded for ${id}`);
  answers[createHash("md5").update(question, "utf8").digest("hex")] = entry.answer;
}
writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`);

/** What the judge is asked, read from the sections of the request. */
interface Asked {
  readonly entry: RecordedQuestion;
  readonly user: string;
  readonly isAboutTraits: boolean;
}

const isRepeated = (user: string) => user.includes("You were asked this before");

/** The judge's reply by the name of the object it is asked for. */
const replies: { readonly [schema: string]: (asked: Asked) => unknown } = {
  excerpts({ entry, user, isAboutTraits }) {
    const { quotes } = isAboutTraits ? entry.traits : entry.attributes;
    return { excerpts: mapped(quotes[isRepeated(user) ? 1 : 0] ?? {}, (list) => list.map(stated)) };
  },
  reasoning({ entry, isAboutTraits }) {
    const traits = mapped(entry.traits.reasons, ([evidence, interpretation, conclusion]) => ({
      evidence,
      interpretation,
      conclusion,
    }));
    return { reasoning: isAboutTraits ? traits : entry.attributes.reasons };
  },
  trait_values: ({ entry: { traits } }) => ({
    scores: { clear: traits.clear, names_limits: traits.names_limits },
    classifications: [{ trait_name: "audience", class_name: traits.audience }],
  }),
  Answer: ({ entry }) => entry.attributes.values,
};

/** Quotations are assessed without the question, each by itself. */
function assessments(user: string) {
  const quotes = recorded.flatMap(({ attributes }) =>
    attributes.quotes.flatMap((attempt) => Object.values(attempt).flat()),
  );
  return [...user.matchAll(/<excerpt>\n([\s\S]*?)\n<\/excerpt>/g)].map(([, json = ""]) => {
    const { excerpt_id, text } = JSON.parse(json);
    const risk = quotes.find((quote) => quote.text === text && quote.risk !== undefined)?.risk;
    if (risk === undefined) throw new Error(`No risk is recorded for: ${text}`);
    return { excerpt_id, justification: risk[1], hallucination_risk: risk[0] };
  });
}

function stated({ text, confidence, explanation }: RecordedQuote) {
  return { text, confidence, explanation: explanation ?? null };
}

function mapped<From, To>(object: { readonly [name: string]: From }, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function replyTo(schema: string, user: string): string {
  if (schema === "excerpt_assessments") return JSON.stringify({ excerpt_assessments: assessments(user) });
  const { id } = [...benchmark].find(({ question }) => user.includes(question)) ?? {};
  const entry = recorded.find((one) => one.id === id);
  const reply = replies[schema];
  if (entry === undefined || reply === undefined)
    throw new Error(`Nothing is recorded for ${schema}: ${user.slice(0, 200)}`);
  return JSON.stringify(reply({ entry, user, isAboutTraits: user.includes("<traits>") }));
}

const run = [
  ...["verify", join(folder, "benchmark.jsonld"), "--evaluation-mode", "template_and_rubric"],
  ...["--deep-judgment", "--deep-judgment-search"],
  ...["--deep-judgment-search-tool", join(folder, "search.mjs")],
  ...["--deep-judgment-rubric-mode", "enable_all", "--deep-judgment-rubric-strategy", "batch"],
  ...["--answering-interface", "manual", "--manual-traces", answersFile],
];
await recordJudge(join(target, "judge.jsonl"), [run], (asked) => {
  const prompt = lastUserText(asked);
  return { prompt, content: replyTo(asked.response_format?.json_schema?.name ?? "", prompt) };
});
