/**
 * Measures what locating excerpts costs: 10 verbatim and 10 altered ones in an answer of 100,000 characters, the index
 * included; each step also as a multiple of reading the answer once (`indexOf` of what it does not have). Answers of
 * half and twice the length show how the time grows; so do texts made to stall a careless search.
 *
 * Run: node bench/evidence.ts
 */
import { indexText } from "../src/evidence/index.ts";
import { answer, quotation, randomOf, sentence } from "../src/evidence/testing/generated-prose.ts";
import { hostileTexts } from "../src/evidence/testing/hostile-texts.ts";

const rounds = 15;

interface Sample {
  readonly text: string;
  readonly verbatim: readonly string[];
  readonly altered: readonly string[];
  readonly foreign: readonly string[];
}

function sampleOf(seed: number, length: number): Sample {
  const random = randomOf(seed);
  const text = answer(random, length);
  const ten = (make: (at: number) => string) => Array.from({ length: 10 }, (_, at) => make(at));
  return {
    text,
    verbatim: ten((at) => quotation(random, text, 10 + 5 * at)),
    altered: ten((at) => alter(quotation(random, text, 10 + 5 * at), at)),
    foreign: ten(() => sentence(random)),
  };
}

/** One word changed, left out or put in, or one character put in. */
function alter(excerpt: string, at: number): string {
  const words = excerpt.split(" ");
  const middle = Math.floor(words.length / 2);
  const replaced =
    [["otherwise"], [], [words[middle] ?? "", "otherwise"], [`${words[middle]}x`]][at % 4] ?? [];
  return words.toSpliced(middle, 1, ...replaced).join(" ");
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

interface Times {
  readonly scan: number;
  readonly index: number;
  readonly verbatim: number;
  readonly altered: number;
  readonly foreign: number;
}

function measure({ text, verbatim, altered, foreign }: Sample): Times {
  // A text that was just put together is flattened by the first search.
  text.indexOf("\u0000");
  const scan = timed(() => {
    for (let at = 0; at < 100; at += 1) text.indexOf(`\u0000${at}`);
  });
  const prepared = indexText(text);
  const locate = (excerpts: readonly string[]) => () => {
    for (const excerpt of excerpts) prepared.locate(excerpt);
  };
  const index = timed(locate(["nothing like it"]));
  return {
    scan: scan / 100,
    index,
    verbatim: timed(locate(verbatim)),
    altered: timed(locate(altered)),
    foreign: timed(locate(foreign)),
  };
}

function report(name: string, length: number, times: readonly Times[]): void {
  const median = (step: keyof Times) =>
    times.map((each) => each[step]).sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const twenty = median("index") + median("verbatim") + median("altered");
  const columns = [
    `${length.toLocaleString("en")} ${name}`,
    ...[median("index"), median("verbatim"), median("altered"), twenty, median("foreign")].map(
      (ms) => `${ms.toFixed(1)} ms (${(ms / median("scan")).toFixed(0)} ×)`,
    ),
  ];
  console.log(`| ${columns.join(" | ")} |`);
}

console.log(`Node ${process.version}; in brackets: multiples of one pass of indexOf over the same answer\n`);
console.log("| characters | index | 10 verbatim | 10 altered | these 20 with index | 10 of other answers |");
console.log("|---|---|---|---|---|---|");
report("(first in the process)", 100_000, [measure(sampleOf(0, 100_000))]);
for (const length of [50_000, 100_000, 200_000]) {
  report(
    "",
    length,
    Array.from({ length: rounds }, (_, at) => measure(sampleOf(at + 1, length))),
  );
}

/** The least time of three for a text with an excerpt that begins like it, and one that is all of it and a little more. */
function hostileTime(name: string, length: number): number {
  const text = hostileTexts(length)[name] ?? "";
  const run = () => {
    const index = indexText(text);
    index.locate(`${text.slice(0, 1000)}b7${text.slice(1000, 2000)}`);
    index.locate(`${text}b7`);
  };
  return Math.min(...Array.from({ length: 3 }, () => timed(run)));
}

console.log("\n| text of | 50,000 | 100,000 | 200,000 | growth, 4 × the length |\n|---|---|---|---|---|");
for (const name of Object.keys(hostileTexts(1))) {
  const times = [50_000, 100_000, 200_000].map((length) => hostileTime(name, length));
  const [shortest = 0, , longest = 0] = times;
  const cells = [...times.map((ms) => `${ms.toFixed(0)} ms`), `${(longest / shortest).toFixed(1)} ×`];
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
