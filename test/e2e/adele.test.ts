import { readdir, readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const yaml = `karenina: 1
name: Sums
questions:
  - question: What is 1 + 1?
    id: easy
    answer: "2"
    check: exact_match
  - question: Is 2027 a prime?
    id: hard
    answer: "Yes"
    check: exact_match
`;

test("draft --adele writes levels, and summaries break down by them", async () => {
  await using project = await sampleProject();
  const file = (name: string) => `${project.folder}/${name}`;
  const run = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  await writeFile(file("sums.yaml"), yaml);
  await using server = await startOpenAiServer({
    chat({ body }) {
      const text = JSON.stringify(body);
      if (!text.includes("You classify questions"))
        return JSON.stringify({ answer: text.includes("1 + 1") ? "2" : "No" });
      const level = text.includes("prime") ? 4 : 0;
      const names = [...text.matchAll(/\\n(\w+): /g)].map(([, name]) => name ?? "");
      return JSON.stringify({
        scales: Object.fromEntries(names.map((name) => [name, { level, reason: "\u001b[31mSo." }])),
      });
    },
  });
  const model = ["--base-url", server.url, "--no-preflight", "--outage-patience", "0"];
  const drafting = ["draft", "sums.yaml", "--adele", "--drafting-model", "m", ...model, "--quiet"];

  expect(await run("draft", "sums.yaml", "--adele")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--adele needs a model that classifies."),
  });
  const classified = await run(...drafting, "--verbose");
  expect(classified).toMatchObject({ code: 0, stderr: "" });
  expect(classified.stdout).toContain("#1 Is 2027 a prime?");
  expect(classified.stdout).toContain("  volume 4 high: ");
  expect(classified.stdout).not.toContain("\u001b");
  const written = await readFile(file("sums.yaml"), "utf8");
  expect(written).toContain("adele_classification:");
  expect(await run(...drafting)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("nothing to classify"),
  });
  expect(server.requests).toHaveLength(2);
  expect((await readdir(project.folder)).filter((name) => name.includes("classifying"))).toEqual([]);
  const again = await run(...drafting, "--again", "--json", "--questions", "1");
  expect(JSON.parse(again.stdout).questions).toMatchObject([
    {
      id: "hard",
      number: 1,
      model: "m",
      demands: expect.arrayContaining([expect.objectContaining({ scale: "volume", level: 4 })]),
    },
  ]);

  const verified = await run(
    "verify",
    "sums.yaml",
    "--answering-model",
    "m",
    "--parsing-model",
    "m",
    ...model,
    "--output",
    "run.json",
  );
  expect(verified.stderr).not.toContain("error");
  const by = ["--by", "adele:QLq", "--benchmark", "sums.yaml"];
  const { stdout } = await run("summary", "run.json", ...by);
  expect(stdout).toMatch(/By QLq[\s\S]*0 none[\s\S]*4 high/);
  const json = JSON.parse((await run("summary", "run.json", ...by, "--json")).stdout);
  expect(JSON.stringify(json.overall.breakdowns)).toContain("4 high");
  expect(
    (await run("summary", "run.json", "--by", "adele:speed", "--benchmark", "sums.yaml")).stderr,
  ).toContain("there is no scale speed");
  expect((await run("summary", "run.json", "--by", "adele:volume")).stderr).toContain("Name the benchmark");
  await run("report", "run.json", "-o", "report.html", "--by", "adele:volume", "--benchmark", "sums.yaml");
  expect(await readFile(file("report.html"), "utf8")).toContain("4 high");
});
