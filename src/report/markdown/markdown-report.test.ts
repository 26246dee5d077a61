import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../base/testing/any-character.ts";
import { rubricSection } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderMarkdown } from "../index.ts";
import { reportedResult, reportOn } from "../testing/sample-report.ts";
import { markdownText } from "./markdown-text.ts";

const before = ["a", "b", "c", "d"].map((question) =>
  reportedResult({ question, ...(question === "d" && { category: "content" }) }),
);
const after = [
  reportedResult({ question: "a" }),
  reportedResult({ question: "b", category: "content" }),
  reportedResult({ question: "c", category: "parsing" }),
  reportedResult({ question: "d" }),
];

test("a run by itself", async () => {
  expect(renderMarkdown(await reportOn(after))).toMatchInlineSnapshot(`
    "## Drugs: 2 of 3 passed, 1 judge failed

    4 results of 4 questions, model openai:small, judge openai:judge

    | model | pass rate | wrong | judge failed | time/task |
    | --- | ---: | ---: | ---: | ---: |
    | small | 2/3 67 % &#91;21–94&#93; | 1 | 1 | 1.5 s |

    <details><summary>1 wrong or unanswered</summary>

    - **&#35;&#8203;1 What is b?**<br>small: wrong: expected right, got other

    </details>

    <details><summary>1 without a verdict</summary>

    - 1 judge failed in Stage: because of parsing

    </details>
    "
  `);
});

test("a run of rubrics alone has its traits, with their intervals", async () => {
  const judged = [1, 3, 4].map((clarity, at) =>
    sampleResult({
      metadata: { questionId: `q${at}`, executionTime: 1.5 },
      template: null,
      rubric: rubricSection({ llmTraitScores: { clarity, concise: at > 0 } }),
    }),
  );
  expect(renderMarkdown(await reportOn(judged))).toMatchInlineSnapshot(`
    "## Drugs: 3 results

    3 results of 3 questions, model openai:gpt, judge openai:judge

    | model | results | unscored | time/task |
    | --- | ---: | ---: | ---: |
    | gpt | 3 | 3 | 1.5 s |

    | trait | n | values |
    | --- | ---: | --- |
    | clarity | 3 | mean 2.67 &#91;1.00–4.00&#93; (found 1–4) |
    | concise | 3 | true 2/3 67 % &#91;21–94&#93; |
    "
  `);
});

test("a run against a baseline, with gates", async () => {
  const report = await reportOn(after, {
    baseline: before,
    gates: [
      { gate: "pass_rate", min: 0.9 },
      { gate: "no_broken", max: 1 },
    ],
  });
  expect(renderMarkdown(report)).toMatchInlineSnapshot(`
    "## Drugs: 2 of 3 passed, 1 judge failed

    4 results of 4 questions, model openai:small, judge openai:judge

    | model | pass rate | wrong | judge failed | time/task |
    | --- | ---: | ---: | ---: | ---: |
    | small | 2/3 67 % &#91;21–94&#93; | 1 | 1 | 1.5 s |

    **1 of 2 gates not met**

    - ❌ pass&#95;rate at least 90 %: 66.7 % of 3 &#91;20.8 % to 93.9 %&#93;; the data do not suffice to tell
    - ✅ no&#95;broken at most 1 (this run against baseline): 1 of 3; the data do not suffice to tell; without a verdict in this run: 1 judge failed

    ### this run against baseline

    |  | n | baseline | this run | difference | interval | p |
    | --- | ---: | ---: | ---: | ---: | --- | ---: |
    | pass rate | 3 | 66.7 % | 66.7 % | 0 | &#91;−64 to +64&#93; | 1.00 |
    | wrong | 4 | 1 | 1 | 0 |  |  |
    | judge failed | 4 | 0 | 1 | +1 |  |  |

    Pass rate 0 points &#91;−64 to +64&#93;, p = 1.00 (1 result better, 1 worse of 3). These results cannot tell them apart.

    4 results matched by question and replicate. p by Holm's method over 1 test of pass rates.

    <details><summary>1 question broken</summary>

    - **&#35;&#8203;1 What is b?**<br>expected right<br>baseline: pass: right<br>this run: wrong: other

    </details>

    <details><summary>1 question mended</summary>

    - **&#35;&#8203;3 What is d?**<br>expected right<br>baseline: wrong: other<br>this run: pass: right

    </details>

    <details><summary>1 question failed or new, and not passed</summary>

    - **&#35;&#8203;2 What is c?**<br>expected right<br>baseline: pass: right<br>this run: judge failed: because of parsing

    </details>

    <details><summary>Cost, time and tokens</summary>

    |  | n | baseline | this run | difference |
    | --- | ---: | ---: | ---: | ---: |
    | time/task | 4 | 1.5 s | 1.5 s | 0.0 s |

    </details>

    <details><summary>1 without a verdict</summary>

    - 1 judge failed in Stage: because of parsing

    </details>
    "
  `);
});

/** Two models, two replicates of four questions, a few without a verdict; `shift` makes them clearer. */
const repeated = (shift = 0) =>
  ["small", "large"].flatMap((model, at) =>
    ["a", "b", "c", "d"].flatMap((question, place) =>
      [1, 2].map((replicate) => {
        const wrong = place === 0 && replicate === 1 + at;
        const failed = place === 3 && replicate === 2 && at === 1;
        return reportedResult({
          ...{ question, model, replicate },
          clarity: 1 + ((place + replicate + shift) % 5),
          ...(wrong ? { category: "content" } : failed ? { category: "parsing" } : {}),
        });
      }),
    ),
  );

test("models of one run are compared, replicates have their denominators, judges and what they say are named", async () => {
  const report = await reportOn(repeated(), { judges: ["Judges agree on 7 of 8 verdicts."] });
  expect(renderMarkdown(report)).toMatchInlineSnapshot(`
    "## Drugs: 13 of 15 passed, 1 judge failed

    16 results of 4 questions, 2 replicates, judge openai:judge

    | model | pass rate | wrong | judge failed | time/task |
    | --- | ---: | ---: | ---: | ---: |
    | small | 7/8 88 % &#91;42–99&#93; | 1 | 0 | 1.5 s |
    | large | 6/7 86 % &#91;40–98&#93; | 1 | 1 | 1.5 s |

    - large against small: 0 points &#91;−41 to +41&#93;, p = 1.00 (1 result better, 1 worse of 7). These results cannot tell them apart.
    - Judges agree on 7 of 8 verdicts.

    <details><summary>Replicates: at least one of 2 passes (pass&#64;&#8203;2), all of them do (pass^2)</summary>

    | model | pass&#64;&#8203;2 | pass^2 | questions | unstable |
    | --- | ---: | ---: | ---: | ---: |
    | small | 100 % &#91;51–100&#93; | 75 % &#91;30–95&#93; | 4 of 4 | 1 of 4 |
    | large | 100 % &#91;44–100&#93; | 67 % &#91;21–94&#93; | 3 of 4 | 1 of 3 |

    - large: pass&#64;&#8203;2 and pass^2 leave out 1 of 4 questions, which has fewer than 2 verdicts: 1 judge failed.

    </details>

    <details><summary>1 trait</summary>

    | trait | model | n | values |
    | --- | --- | ---: | --- |
    | clarity | small | 8 | mean 3.38 &#91;2.50–4.50&#93; (found 1–5) |
    | clarity | large | 8 | mean 3.38 &#91;2.50–4.50&#93; (found 1–5) |

    </details>

    <details><summary>2 wrong or unanswered</summary>

    - **&#35;&#8203;0 What is a?**<br>small: wrong: expected right, got other
    - **&#35;&#8203;0 What is a?**<br>large: wrong: expected right, got other

    </details>

    <details><summary>1 without a verdict</summary>

    - 1 judge failed in Stage: because of parsing

    </details>
    "
  `);
});

test("a comparison has the intervals of scores and what was spent", async () => {
  const text = renderMarkdown(await reportOn(repeated(1), { baseline: repeated() }));
  expect(text.slice(text.indexOf("###"), text.indexOf("broken"))).toMatchInlineSnapshot(`
    "### this run against baseline

    |  | n | baseline | this run | difference | interval | p |
    | --- | ---: | ---: | ---: | ---: | --- | ---: |
    | pass rate | 15 | 86.7 % | 86.7 % | 0 | &#91;−49 to +49&#93; | 1.00 |
    | wrong | 16 | 2 | 2 | 0 |  |  |
    | judge failed | 16 | 1 | 1 | 0 |  |  |
    | clarity | 16 | 3.38 | 3.13 | −0.25 | &#91;−1.50 to +1.00&#93; | 0.75 |

    Pass rate 0 points &#91;−49 to +49&#93;, p = 1.00 (0 results better, 0 worse of 15). These results cannot tell them apart.

    16 results matched by question and replicate. p by Holm's method over 1 test of pass rates, and by itself over 1 of traits and credit.

    <details><summary>Cost, time and tokens</summary>

    |  | n | baseline | this run | difference |
    | --- | ---: | ---: | ---: | ---: |
    | time/task | 16 | 1.5 s | 1.5 s | 0.0 s |

    </details>

    <details><summary>1 without a verdict</summary>

    - 1 judge failed in Stage: because of parsing

    </details>"
  `);
});

test("lists are as long as was asked for, and say how much is left out", async () => {
  const many = Array.from({ length: 30 }, (_, at) =>
    reportedResult({ question: `q${at}`, category: "content" }),
  );
  const text = renderMarkdown(await reportOn(many), 5);
  expect(text.match(/^- \*\*/gm)).toHaveLength(5);
  expect(text).toContain("\n- and 25 more\n");
});

/** Texts that mean something to Markdown, HTML or GitHub, and any other. */
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "@team",
        "#12",
        "GH-7",
        "| ",
        "\\",
        "\\|",
        "`",
        "```",
        "<img src=x onerror=a>",
        "</details>",
        "![p](http://a/b)",
        "[l](javascript:a)",
        "http://evil.example",
        "www.evil.example",
        ":tada:",
        "$x$",
        "&lt;",
        "\n",
        "\r\n",
        "- ",
        "**",
        "~~",
        "a@b.example",
        "word",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

const entity = /&#(\d+);/g;

test("whatever a text says, it stays text in one line", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = markdownText(text);
      const bare = safe.replaceAll(entity, "");
      expect(bare).not.toMatch(/[\\`*_{}[\]<>|~&!#@$\n\r]/);
      expect(bare).not.toMatch(/:\/\/|\bwww\./i);
      // what GitHub finds references in is the text as it is shown
      const read = safe.replaceAll(entity, (_, code) => String.fromCodePoint(Number(code)));
      expect(read).not.toMatch(/[@#][^\s\u200b]|\bGH-\d|:[\w+-]+:/i);
    }),
  );
});

test("what is shown is what was said", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const shown = markdownText(text).replaceAll(entity, (_, code) => String.fromCodePoint(Number(code)));
      expect(shown.replaceAll("\u200b", "")).toBe(text.replace(/\s+/g, " ").trim());
    }),
  );
});

test("hostile names, questions, answers and reasons change no table, list or fold", async () => {
  const report = async (text: string) => {
    const results = [
      reportedResult({ question: "a", model: text, text, got: text, category: "content" }),
      reportedResult({ question: "b", model: text, text, reason: text, category: "parsing" }),
    ];
    const baseline = ["a", "b"].map((question) => reportedResult({ question, model: text }));
    return renderMarkdown(await reportOn(results, { baseline, name: text })).split("\n");
  };
  const shape = (lines: readonly string[]) =>
    lines.map((line) => [line.slice(0, 2), line.split("|").length, line.match(/<[^>]+>/g) ?? []]);
  const plain = shape(await report("word"));
  await fc.assert(
    fc.asyncProperty(
      hostile.filter((text) => /[a-z]/i.test(text)),
      async (text) => {
        expect(shape(await report(`x${text}x`))).toEqual(plain);
      },
    ),
    { numRuns: 30 },
  );
});

test("names have a length, wherever they stand", async () => {
  const long = "n".repeat(100_000);
  const results = [reportedResult({ question: "a", model: long, category: "content" })];
  const baseline = [reportedResult({ question: "a", model: long })];
  expect(renderMarkdown(await reportOn(results, { name: long, baseline })).length).toBeLessThan(10_000);
  expect(renderMarkdown(await reportOn(results, { name: long })).length).toBeLessThan(10_000);
});
