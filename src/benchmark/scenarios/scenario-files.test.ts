import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createPatternEngine } from "../../base/index.ts";
import { END, evaluateOutcomes, problemText, startWalk } from "../../scenario/index.ts";
import { Benchmark } from "../benchmark.ts";
import { Scenario, scenario } from "../index.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";

const patterns = createPatternEngine();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scenarios-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const clock = { now: () => 1_767_225_600_000, monotonic: () => 0, sleep: async () => undefined };
const withSample = () => {
  const benchmark = Benchmark.create({ name: "Support", clock });
  benchmark.addScenario(sampleScenario());
  return benchmark;
};

/** What is left of a definition in a file: templates are source there, and none of it is frozen. */
const plain = (benchmark: Benchmark) =>
  benchmark.getScenarios().map((one) => ({
    ...one,
    nodes: one.nodes.map(({ question: { template, ...question }, ...node }) => ({ ...node, question })),
  }));

describe("a file", () => {
  it.each(["b.jsonld", "b.yaml"])("%s keeps a scenario, and writes it the same again", async (name) => {
    const benchmark = withSample();
    const path = await benchmark.save(join(folder, name));
    const opened = await Benchmark.load(path);
    expect(plain(opened)).toEqual(plain(benchmark));
    expect(opened.getScenarios()[0]?.nodes.map(({ question }) => question.template?.kind)).toEqual(
      name.endsWith("yaml") ? ["native", "native"] : ["source", "source"],
    );
    expect(opened.warnings).toEqual([]);
    expect(() => Object.assign(opened.getScenario("refund").edges[0] ?? {}, { target: "x" })).toThrow(
      TypeError,
    );
    expect(opened.scenarioProblems("refund").filter(({ severity }) => severity === "error")).toEqual([]);
    const text = await readFile(path, "utf8");
    const again = await readFile(await opened.save(join(folder, `again-${name}`)), "utf8");
    const undated = (one: string) => one.replace(/"?(dateModified|modified)"?: .*\n/, "");
    expect(undated(again)).toBe(undated(text));
  });

  it("goes from one form to the other and says the same", async () => {
    const yaml = await Benchmark.load(await withSample().save(join(folder, "b.yaml")));
    const checkpoint = await Benchmark.load(await yaml.save(join(folder, "b.jsonld")));
    expect(plain(checkpoint)).toEqual(plain(yaml));
    const back = await Benchmark.load(await checkpoint.save(join(folder, "c.yaml")));
    expect(back.equals(checkpoint)).toBe(true);
  });

  it("may hold questions and scenarios, and says its kind where it holds one", async () => {
    const benchmark = withSample();
    const typeOf = async () => {
      const { additionalProperty, hasPart } = JSON.parse(
        await readFile(await benchmark.save(join(folder, "b.jsonld")), "utf8"),
      );
      const type = additionalProperty.find(
        (one: { readonly name: string }) => one.name === "benchmark_type",
      )?.value;
      return [type, hasPart?.length];
    };
    expect(await typeOf()).toEqual(["scenario", 1]);
    const id = benchmark.addQuestion({ question: "Why?", rawAnswer: "So." });
    expect(await typeOf()).toEqual([undefined, 1]);
    const opened = await Benchmark.load(join(folder, "b.jsonld"));
    expect(opened).toMatchObject({ size: 1, scenarioCount: 1, isScenarioBenchmark: false });
    expect(opened.removeQuestion(id)).toBe(true);
    await opened.save();
    expect(await readFile(join(folder, "b.jsonld"), "utf8")).toContain('"benchmark_type"');
    expect(opened.removeScenario("refund")).toBe(true);
    expect(opened.removeScenario("refund")).toBe(false);
    await opened.save();
    expect(await readFile(join(folder, "b.jsonld"), "utf8")).not.toMatch(
      /benchmark_type|hasPart": \[\s*\{\s*"@type": "karenina:Scenario/,
    );
  });

  it("keeps what nobody here knows, also beside scenarios that come and go", async () => {
    const path = join(folder, "b.jsonld");
    await writeFile(path, await readFile(await withSample().save(join(folder, "a.jsonld")), "utf8"));
    const file = JSON.parse(await readFile(path, "utf8"));
    Object.assign(file.hasPart[0], { unknown: { a: 1 } });
    file.hasPart.push(7, { "@type": "Something" });
    await writeFile(path, JSON.stringify(file));
    const opened = await Benchmark.load(path);
    opened.addScenario(
      scenario({ name: "new", nodes: { a: { question: { question: "A?", rawAnswer: "a" } } } }),
    );
    await opened.save();
    const { hasPart } = JSON.parse(await readFile(path, "utf8"));
    expect(hasPart.map((one: { readonly name?: string }) => one.name)).toEqual([
      "refund",
      undefined,
      undefined,
      "new",
    ]);
    expect(hasPart.slice(0, 3)).toEqual(file.hasPart);
  });

  it("names the place of each part that cannot be read", async () => {
    const path = await withSample().save(join(folder, "b.jsonld"));
    const file = JSON.parse(await readFile(path, "utf8"));
    const { nodes, edges, outcomeCriteria } = file.hasPart[0];
    Object.assign(nodes.asks, { stateUpdateSource: 5 });
    Object.assign(edges[0], { conditionSource: 5, handover: "shout" });
    Object.assign(outcomeCriteria[0], { check: { type: "AllOf" }, evaluateSource: 5 });
    await writeFile(path, JSON.stringify(file));
    const problems = (await Benchmark.load(path)).scenarioProblems("refund");
    expect(problems.filter(({ severity }) => severity === "error").map(problemText)).toEqual([
      'node "asks": stateUpdateSource: expected text, found 5',
      'edge 1 (asks → pays): handover: expected "transcript_prepend", "transcript_append", "transcript_materialize", found "shout"',
      "edge 1 (asks → pays): conditionSource: expected text, found 5",
      'outcome "paid": check: conditions: expected a list, found nothing; evaluateSource: expected text, found 5',
    ]);
  });
});

test("the way of a walk is compared node by node, in a file too, and is written as it was read", async () => {
  const path = join(folder, "ways.yaml");
  const check = (...ids: readonly string[]) => `{name: ${ids.join("-")}, check: {path: [${ids.join(", ")}]}}`;
  await writeFile(
    path,
    `karenina: 1
name: Ways
scenarios:
  - name: s
    nodes: {a: {question: A?, answer: x}, b: {question: B?, answer: x}}
    edges: [{from: a, to: b}, {from: b, to: end}]
    outcomes: [${check("a", "b", "a")}, ${check("b", "a", "a")}, ${check("a", "b")}]
`,
  );
  const opened = await Benchmark.load(path);
  const state = { ...startWalk({ entryNode: "a" }), path: ["a", "b", "a"] };
  const judged = async (benchmark: Benchmark) => {
    const walk = { scenarioId: "s", status: "completed", state } as const;
    const results = await evaluateOutcomes(benchmark.getScenario("s"), walk, { patterns });
    return results.map(({ value }) => value);
  };
  expect(await judged(opened)).toEqual([true, false, false]);
  const stored = await Benchmark.load(await opened.save(join(folder, "ways.jsonld")));
  expect(await judged(stored)).toEqual([true, false, false]);
  const copy = Benchmark.create({ name: "Copy" });
  copy.addScenario(opened.getScenario("s"));
  expect(await readFile(await copy.save(join(folder, "copy.yaml")), "utf8")).toContain(
    "check: {path: [a, b, a]}",
  );
});

test("where ids are whole numbers the entry is named, and never the one that an object puts first", async () => {
  const node = { question: { question: "A?", rawAnswer: "a" } };
  const input = {
    name: "s",
    nodes: Object.fromEntries(["start", "2", "1"].map((id) => [id, node])),
    edges: [
      { from: "start", to: "2" },
      { from: "2", to: "1" },
      { from: "1", to: "start" },
    ],
  };
  const message = "expected an entry: the node that the walk begins at, which has to be named";
  expect(() => scenario(input)).toThrow(message);
  const benchmark = Benchmark.create({ name: "Numbers" });
  benchmark.addScenario(scenario({ ...input, entry: "start" }));
  const path = await benchmark.save(join(folder, "n.yaml"));
  expect((await Benchmark.load(path)).getScenario("s").entryNode).toBe("start");
  const text = await readFile(path, "utf8");
  expect(text).toContain("    entry: start\n");
  await writeFile(path, text.replace("    entry: start\n", ""));
  await expect(Benchmark.load(path)).rejects.toThrow(message);
});

describe("a benchmark", () => {
  it("knows its scenarios by name", () => {
    const benchmark = withSample();
    expect(benchmark.getScenario("refund").nodes).toHaveLength(2);
    expect(() => benchmark.getScenario("refnd")).toThrow('No scenario has the name "refnd".');
    expect(() => benchmark.addScenario(sampleScenario())).toThrow("already exists");
    expect(() => benchmark.addScenario({ ...sampleScenario(), name: "other", entryNode: "x" })).toThrow(
      "the entry",
    );
    const [node] = benchmark.getScenario("refund").nodes;
    expect(node?.question.dateCreated).toBe("2026-01-01T00:00:00.000Z");
    const draft = new Scenario("late")
      .addNode("a", { question: { question: "A?", rawAnswer: "a" } })
      .setEntry("a");
    expect(benchmark.addScenario(draft)).toBe("late");
    expect(benchmark.scenarioCount).toBe(2);
  });

  it("has another fingerprint with another scenario", async () => {
    const path = await withSample().save(join(folder, "b.jsonld"));
    const { benchmarkFingerprint } = await import("../report/benchmark-fingerprint.ts");
    const prints = [withSample(), await Benchmark.load(path), Benchmark.create({ name: "x" })].map(
      ({ content }) => benchmarkFingerprint(content),
    );
    expect(prints[0]).toBe(prints[1]);
    expect(prints[0]).not.toBe(prints[2]);
  });
});

test("a builder tells everything at once, and steps leave what they are called on", () => {
  const question = { question: "A?", rawAnswer: "a" };
  const base = new Scenario("s").addNode("a", { question });
  const more = base.addNode("b", { question: { question: "", rawAnswer: "" } });
  expect(() => more.addEdge("a", "b", { when: { turn: { gte: 1, lt: 3 } } as never }).validate()).toThrow(
    /3 problems:\n {2}node "b": question\.question: .*\n.*\n {2}edge 1 \(a → b\): expected a value or one of.*\n {2}expected an entry/,
  );
  expect(() => base.validate()).toThrow("expected an entry");
  expect(() => base.addNode("b", { question }).addEdge("a", END).setEntry("a").validate()).toThrow(
    "no way leads to it",
  );
  const made = base.setEntry("a").validate();
  expect(made.nodes.map(({ id }) => id)).toEqual(["a"]);
  expect(() => Object.assign(made.nodes[0] ?? {}, { id: "z" })).toThrow(TypeError);
});

test("functions of a program are written as their source, and come back as code that nothing runs", async () => {
  const benchmark = Benchmark.create({ name: "Functions" });
  const node = { question: { question: "A?", rawAnswer: "a" } };
  const own = scenario({
    name: "own",
    nodes: { a: { ...node, stateUpdate: (gathered) => ({ ...gathered, n: 1 }) } },
    edges: [
      {
        from: "a",
        to: "a",
        when: (state) => state.turn < 2,
        handover: (all) => all.map(({ message }) => message),
      },
      { from: "a", to: END },
    ],
    outcomes: { short: ({ state }) => state.turn < 5 },
  });
  benchmark.addScenario(own);
  const opened = await Benchmark.load(await benchmark.save(join(folder, "own.jsonld")));
  const { nodes, edges, outcomes } = opened.getScenario("own");
  expect([nodes[0]?.stateUpdate, edges[0]?.decide, edges[0]?.handover, outcomes[0]?.evaluate]).toEqual(
    ["({ ...gathered, n: 1 })", "state.turn < 2", "message }) => message", "state.turn < 5"].map((text) => ({
      language: "TypeScript",
      text: expect.stringContaining(text),
    })),
  );
  expect(opened.scenarioProblems("own").map(({ severity }) => severity)).toEqual([
    "warning",
    "warning",
    "warning",
    "warning",
  ]);
  await expect(benchmark.saveForPython(join(folder, "p.jsonld"))).rejects.toThrow(
    'the scenario "own" has state updates in TypeScript, conditions in TypeScript, handovers by code, outcomes in TypeScript.',
  );
  const bound = Benchmark.create({ name: "Bound" });
  bound.addScenario({
    ...own,
    outcomes: [{ name: "x", description: "", evaluate: (() => true).bind(null) }],
  });
  await expect(bound.save(join(folder, "x.jsonld"))).rejects.toThrow("has no source");
});

test("for the Python system templates in TypeScript travel with the question", async () => {
  const benchmark = Benchmark.create({ name: "P" });
  const { turnLimit, nodes, ...sample } = sampleScenario();
  benchmark.addScenario({ ...sample, nodes: nodes.map(({ user, ...node }) => node) });
  const path = await benchmark.saveForPython(join(folder, "p.jsonld"));
  const [written] = JSON.parse(await readFile(path, "utf8")).hasPart;
  expect(written.nodes.asks.questionData.answer_template).toBeNull();
  expect(written.nodes.asks.question.hasPart.text).toBe("");
  expect(written.edges[0].condition.map((one: { readonly type: string }) => one.type)).toEqual([
    "state_check",
    "state_check",
  ]);
  const opened = await Benchmark.load(path);
  expect(opened.getScenario("refund").nodes.map(({ question }) => question.template)).toMatchObject([
    { kind: "source", source: { language: "TypeScript" } },
    { kind: "source", source: { language: "TypeScript" } },
  ]);
  benchmark.addQuestion({ question: "Why?", rawAnswer: "So." });
  await expect(benchmark.saveForPython(path)).rejects.toThrow("there are questions beside scenarios");
});
