import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { openAiWire, startModelServer } from "../../src/models/testing/index.ts";
import { askedOf } from "../../src/verify/testing/walking.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject } from "./sample-project.ts";
import { shownCommands } from "./shown-commands.ts";

const page = await readFile(resolve(import.meta.dirname, "../../docs/scenarios.md"), "utf8");
const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

async function projectOfPage() {
  const project = await sampleProject();
  await project.write("benchmark.ts", block("ts"));
  await project.write("benchmark.yaml", block("yaml"));
  const run = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  return { ...project, run };
}

test("every command of the page prints what the page shows, whether the scenario is code or YAML", async () => {
  await using project = await projectOfPage();
  const commands = shownCommands(page).filter(({ line }) => line.startsWith("scenario "));
  expect(commands).toHaveLength(2);
  for (const { line, runs } of commands)
    for (const file of ["benchmark.ts", "benchmark.yaml"]) {
      const { code, stdout } = await project.run(...line.replace(/benchmark\.\w+/, file).split(" "));
      expect([code, stdout.trimEnd()]).toEqual([0, runs.join("").trim()]);
    }
});

test("the scenario is valid, drawn as a picture, listed and shown", async () => {
  await using project = await projectOfPage();
  const drawn = await project.run("scenario", "draw", "benchmark.ts", "-o", "refund.svg");
  expect(drawn).toMatchObject({ code: 0, stdout: "Drawn in refund.svg\n" });
  const picture = await readFile(join(project.folder, "refund.svg"), "utf8");
  expect(picture).toMatch(/^<svg [^>]*>\n<title>refund-flow<\/title>/);
  expect(picture).toContain(">parsed.asks_for_order = true</text>");
  const other = await project.run("scenario", "draw", "benchmark.ts", "-o", "refund.png");
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining(
      'Expected a file that ends in .svg (svg), .mmd, .mermaid, .md, .txt (mermaid), found ".png"',
    ),
  ]);
  expect((await project.run("benchmark", "validate", "benchmark.yaml")).code).toBe(0);
  const listed = await project.run("scenario", "list", "benchmark.yaml", "--json");
  expect(JSON.parse(listed.stdout).scenarios).toMatchObject([
    { name: "refund-flow", nodes: 3, edges: 6, errors: 0 },
  ]);
  const { stdout } = await project.run("scenario", "show", "benchmark.ts", "refund-flow", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ scenario: { entryNode: "asks", turnLimit: 8 }, problems: [] });
  const missing = await project.run("scenario", "show", "benchmark.ts", "refnd");
  expect(missing.stderr).toContain('No scenario has the name "refnd".');
});

/** A model that asks for the order number only when it is asked again, and a judge that reads that. */
const supportDesk = () =>
  startModelServer(
    (request) => {
      const { kind, turn, last } = askedOf(request);
      const said =
        kind !== "judge"
          ? (["Why?", "What is the order number?"][turn - 1] ?? "24 euros are paid back.")
          : JSON.stringify(request.body.response_format).includes("asks_for_order")
            ? JSON.stringify({ asks_for_order: last.includes("What is the order number?") })
            : '{"pays":true,"euros":24}';
      return { body: openAiWire.reply({ text: said }) };
    },
    { probes: true },
  );

test("it is run as the page says, from code and from YAML, and its walk is in every file", async () => {
  await using project = await projectOfPage();
  await using desk = await supportDesk();
  for (const file of ["benchmark.ts", "benchmark.yaml"]) {
    const flags = ["--output", `${file}.json`, "--output", `${file}.jsonl`, "--verbose"];
    const { code, stdout, stderr } = await project.run(
      ...["verify", file, "--scenario", "refund-flow", ...modelFlags(desk.url), ...flags],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining("asks → asks → pays")]);
    expect(stderr).toContain('refund-flow turn 2 of at most 8 at "asks"');
    expect(stdout).toMatch(
      /^Scenarios\n {2}1 walk through 1 scenario, .*\n\n[\s\S]*times_asked {6}1 {2}mean 2\.00/,
    );
    expect(stdout).toContain("Ways\n  refund-flow: 1 of 1 walk successful\n    1: asks -> asks -> pays");
    const summed = await project.run("summary", `${file}.json`);
    expect(summed.stdout).toContain("3 turns, each judged as a question is");
    const record = {
      status: "completed",
      path: ["asks", "asks", "pays"],
      outcome_results: { paid: true, no_person: true, times_asked: 2 },
    };
    const exported = JSON.parse(await readFile(join(project.folder, `${file}.json`), "utf8"));
    expect(exported.results).toHaveLength(3);
    expect(exported.scenario_results).toMatchObject([record]);
    const log = await readFile(join(project.folder, `${file}.jsonl`), "utf8");
    expect(JSON.parse(log.trimEnd().split("\n").at(-1) ?? "").record).toMatchObject(record);
  }
  const unknown = await project.run("verify", "benchmark.ts", "--scenario", "refnd", ...modelFlags(desk.url));
  expect(unknown.stderr).toContain('No scenario has the name "refnd".');
  const dry = await project.run("verify", "benchmark.ts", "--dry-run", ...modelFlags(desk.url));
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringContaining("1 walk through scenarios, of 1 to 8 turns in all,"),
  ]);
  expect(dry.stdout).toContain("Price: nobody knows that of walks before.");
});

test("what is wrong with a scenario in YAML is told with its place", async () => {
  await using project = await projectOfPage();
  const wrong = block("yaml")
    .replace("parsed.asks_for_order: true", "parsed.asks_for_ordre: true")
    .replace("to: person}", "to: peson}");
  await project.write("benchmark.yaml", wrong);
  const { code, stderr } = await project.run("scenario", "list", "benchmark.yaml");
  expect(code).toBe(1);
  expect(stderr).toContain('has no field "asks_for_ordre", did you mean "asks_for_order"?');
  expect(stderr).toContain('there is no node "peson", its target, did you mean "person"?');
  const line = wrong.split("\n").findIndex((one) => one.includes("asks_for_ordre")) + 1;
  expect(stderr).toMatch(
    new RegExp(`line ${line}, column \\d+, scenarios\\[0\\]\\.edges\\[0\\]: asks → pays: `),
  );
});

test("a scenario that is too large for a picture is drawn as Mermaid alone", async () => {
  await using project = await projectOfPage();
  const ids = Array.from({ length: 400 }, (_, at) => `n${at}`);
  const nodes = ids.map((id) => `      ${id}: {question: ${id}, answer: a}`).join("\n");
  const edges = ids.slice(1).map((id, at) => `      - {from: n${at}, to: ${id}}`);
  const text = `karenina: 1\nname: N\nscenarios:\n  - name: long\n    nodes:\n${nodes}\n    edges:\n${edges.join("\n")}\n`;
  await project.write("long.yaml", text);
  const refused = await project.run("scenario", "draw", "long.yaml", "--format", "svg");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--format mermaid")]);
  expect(await project.run("scenario", "draw", "long.yaml")).toMatchObject({ code: 0 });
});
