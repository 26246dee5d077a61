import { expect, it } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { beginComparison } from "./comparison-view.ts";

const asked = (questionText: string) => sampleResult({ metadata: { questionId: "q", questionText } });

it("warns of runs of other benchmarks, and of other texts under equal ids", async () => {
  const runs = [
    { name: "before", benchmark: "Drugs", fingerprint: "aaaaaaaaaaaaaaaa" },
    { name: "after", benchmark: "Drugs", fingerprint: "bbbb" },
  ];
  const compare = async (compared: typeof runs, texts: readonly [string, string]) => {
    const comparison = beginComparison(compared);
    for (const [at, run] of comparison.runs.entries()) {
      run.results.push(asked(texts[at] ?? ""));
      run.results.end();
      run.walks.end();
    }
    return comparison.result((side) => side);
  };
  expect(await compare(runs, ["What?", "Which?"])).toMatchObject({
    cautions: [
      'the runs are of benchmarks with other contents: before is of "Drugs" (aaaaaaaaaaaa), after is of "Drugs" (bbbb). Questions are matched by their ids.',
    ],
    pairs: [
      {
        cautions: [
          "1 matched question asks something else in after than in before, the first is q: only the ids are equal.",
        ],
      },
    ],
  });
  const same = runs.map((run) => ({ ...run, fingerprint: "aaaa" }));
  expect(await compare(same, ["What?", "What?"])).toMatchObject({ cautions: [], pairs: [{ cautions: [] }] });
});
