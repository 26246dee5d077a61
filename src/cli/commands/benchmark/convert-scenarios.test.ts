import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scenario } from "../../../benchmark/index.ts";
import { sampleScenario } from "../../../benchmark/testing/sample-scenario.ts";
import { callableTrait } from "../../../rubric/index.ts";
import { Benchmark } from "../../../verify/index.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { benchmarkConvert } from "./benchmark-convert.ts";
import { benchmarkValidate } from "./benchmark-validate.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "convert-scenarios-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const io = () => capturedIo({ workingDirectory: folder });
const templatesOf = (benchmark: Benchmark) =>
  benchmark
    .getScenarios()
    .flatMap(({ nodes }) => nodes.map(({ question: { template } }) => template))
    .map((template) => (template?.kind === "source" ? template.source.language : template?.kind));

test("templates of nodes are converted in every direction, and all else of the scenario stays", async () => {
  const made = Benchmark.create({ name: "Support" });
  made.addScenario(sampleScenario());
  const file = await made.save(join(folder, "made.jsonld"));
  // a key that is not known here stays where it is
  await writeFile(
    file,
    (await readFile(file, "utf8")).replace('"questionData": {', '"questionData": { "odd": 1.0,'),
  );
  let source = file;
  const ways = ["python", "typescript", "yaml", "python", "yaml", "typescript"] as const;
  for (const [at, to] of ways.entries()) {
    const output = join(folder, `${at}.${to === "yaml" ? "yaml" : "jsonld"}`);
    const told = io();
    expect([await benchmarkConvert(source, { to, output, overwrite: true }, told), told.err()]).toEqual([
      0,
      "",
    ]);
    const converted = await Benchmark.load(output);
    const language = { python: "Python", typescript: "TypeScript", yaml: "native" }[to];
    expect(new Set(templatesOf(converted))).toEqual(new Set([language]));
    expect(await benchmarkValidate(output, { json: false }, io())).toBe(0);
    expect(converted.getScenario("refund").edges).toEqual(
      (await Benchmark.load(file)).getScenario("refund").edges,
    );
    if (at < 2) expect(await readFile(output, "utf8")).toContain('"odd": 1.0');
    source = output;
  }
});

test("functions of traits in rubrics of nodes are looked at", async () => {
  const benchmark = Benchmark.create({ name: "Support" });
  const trait = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 40 });
  const node = { question: { question: "A?", rawAnswer: "a", rubric: [trait] } };
  benchmark.addScenario(new Scenario("asks").addNode("one", node).setEntry("one").validate());
  const file = await benchmark.save(join(folder, "traits.jsonld"));
  expect(await benchmarkValidate(file, { json: false }, io())).toBe(0);
  await writeFile(file, (await readFile(file, "utf8")).replace("text.length < 40", "text.length < limit"));
  const told = io();
  expect(await benchmarkValidate(file, { json: false }, told)).toBe(1);
  expect(told.out()).toContain('scenario "asks" node "one"');
  expect(told.out()).toContain("limit");
});
