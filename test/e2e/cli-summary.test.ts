import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failure, openResultLog } from "../../src/result/index.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const benchmark = `karenina: 1
name: Levels
questions:
${["hard", "hard", "easy", "easy", "easy"]
  .map(
    (level, at) =>
      `  - id: q${at}\n    question: What is ${at}?\n    answer: "1"\n    author: ${at < 2 ? "Ada" : "Bo"}\n    metadata: { level: ${level} }`,
  )
  .join("\n")}
`;

/** A run of two models: the hard questions are wrong, and one of them failed. */
async function project() {
  const made = await sampleProject();
  await writeFile(join(made.folder, "levels.yaml"), benchmark);
  await using log = await openResultLog(join(made.folder, "run.jsonl"), {
    benchmark: { name: "Levels", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: "2026-01-01T00:00:00.000Z",
  });
  for (const modelName of ["small", "big"])
    for (const question of [0, 1, 2, 3, 4]) {
      const category = question === 0 ? "content" : "timeout";
      const result = sampleResult({
        metadata: {
          resultId: `${modelName} ${question}`,
          questionId: `q${question}`,
          questionText: `What is ${question}?`,
          keywords: question === 4 ? ["safety"] : null,
          answering: { interface: "openai", modelName, tools: [], configId: null },
          failure: question > 1 ? null : failure({ category, stage: "S", reason: "because" }),
        },
        template: {
          templateVerificationPerformed: question !== 1,
          verifyResult: question === 1 ? null : question > 1,
        },
      });
      await log.append(`${modelName} ${question}`, result);
    }
  return made;
}

describe("karenina summary --by", () => {
  test("breaks rates down by what questions and their benchmark say, and counts failures", async () => {
    await using made = await project();
    const cwd = made.folder;
    const by = ["--by", "property:level", "--by", "author", "--by", "keyword", "--by", "failure"];
    const args = ["summary", "run.jsonl", ...by, "--benchmark", "levels.yaml"];
    const { stdout, stderr, code } = await runCommand(args, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [, sections] = /\n\n(By level[\s\S]*?)\n\nWithout a verdict/.exec(stdout) ?? [];
    expect(sections).toMatchInlineSnapshot(`
      "By level
        level  model  results           pass rate  not passed
        easy   small        3  3/3 100 % [44-100]
               big          3  3/3 100 % [44-100]
        hard   small        2      0/1 0 % [0-79]  1 wrong; 1 infrastructure failed
               big          2      0/1 0 % [0-79]  1 wrong; 1 infrastructure failed

      By author
        author  model  results           pass rate  not passed
        Bo      small        3  3/3 100 % [44-100]
                big          3  3/3 100 % [44-100]
        Ada     small        2      0/1 0 % [0-79]  1 wrong; 1 infrastructure failed
                big          2      0/1 0 % [0-79]  1 wrong; 1 infrastructure failed

      By keyword
        keyword  model  results           pass rate  not passed
        safety   small        1  1/1 100 % [21-100]
                 big          1  1/1 100 % [21-100]

      By failure
        failure  model  results
        content  small        1
                 big          1
        timeout  small        1
                 big          1"
    `);
    const json = JSON.parse((await runCommand([...args, "--json"], { cwd })).stdout);
    expect(json.overall.breakdowns.map((one: { readonly by: string }) => one.by)).toEqual([
      "keyword",
      "author",
      "length",
      "property:level",
    ]);
  });

  test("goes into the page of a report", async () => {
    await using made = await project();
    const cwd = made.folder;
    const args = ["report", "run.jsonl", "-o", "r.html", "-o", "r.json", "--by", "property:level"];
    const { code } = await runCommand([...args, "--benchmark", "levels.yaml"], { cwd });
    expect(code).toBe(0);
    for (const file of ["r.html", "r.json"])
      expect(await readFile(join(cwd, file), "utf8")).toMatch(/"by":\s*"property:level"/);
  });

  test.each([
    [
      ["--by", "level"],
      "Expected prompt, keyword, author, length, failure, property:NAME or adele:SCALE. A property of questions: property:level.",
    ],
    [["--by", "property:level"], "--by property:level: results do not hold it."],
    [["--by", "author"], "Name the benchmark of the runs with --benchmark."],
  ])("refuses %j", async (more, said) => {
    await using made = await project();
    const refused = await runCommand(["summary", "run.jsonl", ...more], { cwd: made.folder });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  });
});
