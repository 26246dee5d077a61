import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scenario } from "../benchmark/index.ts";
import { Benchmark } from "./benchmark.ts";
import { asks, modelsOn, talkingServer, walkingBenchmark, walksOf, walkThrough } from "./testing/walking.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scenario-conversations-"));
  await mkdir(join(folder, "labels"));
  await writeFile(join(folder, "labels/one.txt"), "Venetoclax, 100 mg");
  await writeFile(join(folder, "labels/two.txt"), "Imatinib, 400 mg");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const question = (text: string, around: object) => ({ question: { ...asks(text).question, ...around } });

const labels = new Scenario("labels", { turnLimit: 6 })
  .addNode(
    "reads",
    question("Which dose?", { attachments: ["labels/one.txt"], systemPrompt: "Be a pharmacist." }),
  )
  .addNode(
    "compares",
    question("And the other one?", {
      attachments: ["labels/two.txt"],
      messages: [
        { role: "user", content: "There is another label." },
        { role: "assistant", content: "Show me." },
      ],
    }),
  )
  .addEdge("reads", "compares")
  .addEdge("compares", "__end__", { when: { "node_visits.compares": 2 } })
  .addEdge("compares", "compares")
  .setEntry("reads")
  .validate();

test.each(["jsonld", "yaml"])(
  "what stands around the questions of nodes is said once and stays, also from %s",
  async (kind) => {
    const shown: (readonly string[])[] = [];
    const judged: string[] = [];
    await using server = await talkingServer(({ kind: asked, messages, last }) => {
      if (asked === "answer") shown.push(messages);
      if (asked === "judge") judged.push(last);
      return undefined;
    });
    const made = walkingBenchmark(labels);
    const file = join(folder, `labels.${kind}`);
    await made.save(file);
    const set = await walkThrough(await Benchmark.load(file), modelsOn(server));
    expect(walksOf(set)).toEqual(["completed: reads compares compares"]);
    const [first = [], second = [], third = []] = shown;
    expect(first).toEqual([
      "system: Be a pharmacist.",
      expect.stringMatching(/^user: [\s\S]*Venetoclax, 100 mg[\s\S]*Which dose\?$/),
    ]);
    expect(second[0]).toMatch(/^system: (?!Be a pharmacist)/);
    expect(second.slice(1)).toEqual([
      first[1],
      "assistant: ok=true x=1",
      "user: There is another label.",
      "assistant: Show me.",
      expect.stringMatching(/^user: [\s\S]*Imatinib, 400 mg[\s\S]*And the other one\?$/),
    ]);
    // the third turn adds its question alone
    expect(third.slice(1)).toEqual([
      ...second.slice(1),
      "assistant: ok=true x=1",
      "user: And the other one?",
    ]);
    expect(judged[1]).toContain("Show me.");
    expect(
      [...set].map(({ metadata }) => metadata.conversation?.attachments.map(({ name }) => name)),
    ).toEqual([["labels/one.txt"], ["labels/two.txt"], undefined]);
  },
);

test("a file that is not there, or that a model does not take, is refused before the run", async () => {
  await using server = await talkingServer();
  const scenario = new Scenario("missing")
    .addNode("reads", question("Which?", { attachments: ["labels/three.txt"] }))
    .setEntry("reads")
    .validate();
  const benchmark = walkingBenchmark(scenario);
  await benchmark.save(join(folder, "missing.jsonld"));
  await expect(walkThrough(benchmark, modelsOn(server))).rejects.toThrow(
    /scenario "missing" node "reads": labels\/three\.txt/,
  );
  await expect(benchmark.saveForPython(join(folder, "python.jsonld"))).rejects.toThrow(
    /messages, system prompts or attachments of nodes/,
  );
});
