import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Benchmark, benchmarkFingerprint, indexText, readJsonExport, refusalOf } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import authored from "../../examples/deep-judgment/benchmark.ts";
import { type CommandRun, runCommand, runProgram } from "./run-command.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/deep-judgment");
const page = (name: string) => readFile(join(root, "docs", name), "utf8");

let workingDirectory: string;
let verified: CommandRun;
beforeAll(async () => {
  workingDirectory = await mkdtemp(join(tmpdir(), "karenina-evidence-"));
  await symlink(join(root, "examples"), join(workingDirectory, "examples"));
  verified = await karenina(
    "verify examples/deep-judgment/benchmark.jsonld --preset examples/deep-judgment/offline.json --output evidence.json",
  );
});
afterAll(() => rm(workingDirectory, { recursive: true, force: true }));

function karenina(line: string): Promise<CommandRun> {
  return runCommand(line.split(" "), { cwd: workingDirectory });
}

describe("the example of deep judgment", () => {
  test("runs offline, fails what has no evidence and what is wrong", () => {
    expect(verified).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error:") });
    expect(verified.stdout).toContain("2/4 50 %");
    expect(verified.stdout).toContain("no excerpt was found for: genes");
    expect(verified.stdout).toContain("approved: expected 1998, got 1996");
  });

  test("gives every excerpt the place where it stands", async () => {
    const { results } = await readJsonExport(join(workingDirectory, "evidence.json"));
    const passages = [...results].flatMap(({ evaluationInput, deepJudgment, deepJudgmentRubric }) =>
      [deepJudgment?.extractedExcerpts, deepJudgmentRubric?.extractedRubricExcerpts].flatMap((excerpts) =>
        Object.values(excerpts ?? {})
          .flat()
          .flatMap(({ text, start, end }) =>
            typeof start === "number" && typeof end === "number"
              ? [{ text, passage: evaluationInput?.slice(start, end) ?? "" }]
              : [],
          ),
      ),
    );
    expect(passages).toHaveLength(24);
    expect(passages.filter(({ text, passage }) => text !== passage)).toEqual([
      {
        text: "binds selectively to the BH3-binding groove of BCL-2",
        passage: "binds selectively** to the BH3‑binding groove of BCL‑2",
      },
      {
        text: "they make too much BCL-2, a protein that holds the cell's own executioners, BAX and BAK, in check",
        passage:
          "they make too much **BCL‑2**, a protein that holds the cell’s own executioners, BAX and BAK, in check",
      },
      {
        text: "with paclitaxel in the first line or alone after prior chemotherapy",
        passage: "with paclitaxel in first line or alone after prior chemotherapy",
      },
    ]);
  });

  test("is saved as it is authored", async () => {
    const fresh = join(workingDirectory, "fresh.jsonld");
    await runProgram(join(folder, "build.ts"), fresh);
    const [saved, builtNow] = await Promise.all(
      [join(folder, "benchmark.jsonld"), fresh].map(async (file) => (await Benchmark.load(file)).content),
    );
    if (saved === undefined || builtNow === undefined) throw new Error("not loaded");
    expect(benchmarkFingerprint(saved)).toBe(benchmarkFingerprint(builtNow));
    expect([...authored].map(({ id }) => id)).toEqual(["venetoclax", "imatinib", "olaparib", "trastuzumab"]);
  });

  test("is recorded as its replies are written", async () => {
    const fresh = await mkdtemp(join(workingDirectory, "recorded-"));
    await runProgram(join(folder, "record.ts"), fresh);
    for (const name of ["answers.json", "judge.jsonl"]) {
      expect(await readFile(join(fresh, name), "utf8")).toBe(await readFile(join(folder, name), "utf8"));
    }
  });

  test("holds no path or address of the machine it was recorded on", async () => {
    for (const name of ["judge.jsonl", "answers.json", "benchmark.jsonld", "offline.json"]) {
      expect(await readFile(join(folder, name), "utf8")).not.toMatch(
        /127\.0\.0\.1|localhost|\/home\/|\/work\//,
      );
    }
  });
});

describe("the pages", () => {
  test.each([
    ["deep-judgment.md", 5],
    ["deep-judgment-rubrics.md", 3],
  ])("%s shows what the commands print", async (name, count) => {
    const commands = shownCommands(await page(name));
    expect(commands).toHaveLength(count);
    for (const { line, runs } of commands) {
      const { stdout } = line.startsWith("verify ") ? verified : await karenina(line);
      expect(runNotPrinted(runs, stdout), `docs/${name}, ${line}`).toBeUndefined();
    }
  });

  test("the similarity deep-judgment.md speaks of is what the judge was told", async () => {
    expect(await page("deep-judgment.md")).toContain("similarity of 0.76");
    expect(await readFile(join(folder, "judge.jsonl"), "utf8")).toContain("Its similarity to it is 0.76");
  });

  test("evidence.md says what is measured", async () => {
    const text = await page("evidence.md");
    const [, answer = "", quote = "", start, end, altered = ""] =
      /indexText\("(.+)"\);\nanswer\.locate\("(.+)"\); \/\/ \{ kind: "typographic", similarity: 1, range: \{ start: (\d+), end: (\d+) \}, differences: \[\] \}\n\nconst match = answer\.locate\("(.+)"\);/.exec(
        text,
      ) ?? [];
    expect(indexText(answer).locate(quote)).toEqual({
      kind: "typographic",
      similarity: 1,
      range: { start: Number(start), end: Number(end) },
      differences: [],
    });
    const match = indexText(answer).locate(altered);
    expect(text).toContain('match.differences; // [{ quoted: "50", said: "5", changes: "number" }]');
    expect(match.differences).toEqual([{ quoted: "50", said: "5", changes: "number" }]);
    expect(text).toContain('refusalOf(match, answer.text, 0.8); // "altered"');
    expect(refusalOf(match, answer, 0.8)).toBe("altered");
    const example = indexText(
      "Imatinib occupies the ATP pocket of BCR-ABL1. The drug does not extend overall survival in patients with relapsed disease.",
    );
    const rows = Array.from(
      text.matchAll(/^\| ([A-Za-z][^|]+?) +\| [^|]+ \| (\d\.\d\d) +\| (yes|no) +\|$/gm),
      ([, ...cells]) => cells,
    );
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(
      rows.map(([quotation = ""]) => {
        const found = example.locate(quotation);
        const isEvidence = refusalOf(found, example.text, 0.8) === null;
        return [quotation, found.similarity.toFixed(2), isEvidence ? "yes" : "no"];
      }),
    );
  });
});
