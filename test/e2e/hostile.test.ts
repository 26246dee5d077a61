import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { until } from "../../src/base/testing/until.ts";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { regexTrait } from "../../src/rubric/index.ts";
import { Benchmark } from "../../src/verify/index.ts";
import { runCommand, spawnCommand } from "./run-command.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-hostile-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The most memory that the process of a command had resident, in MB. */
async function peakOf(args: readonly string[]) {
  const file = join(folder, "peak");
  const atExit = `process.on("exit",()=>require("node:fs").writeFileSync(${JSON.stringify(file)},String(process.resourceUsage().maxRSS/1024)))`;
  await writeFile(join(folder, "peak.cjs"), atExit);
  const run = await spawnCommand(args, {
    cwd: folder,
    env: { NODE_OPTIONS: `--require ${join(folder, "peak.cjs")}` },
  });
  return { ...run, peakMb: Number(await readFile(file, "utf8")) };
}

async function stranger(fill: (benchmark: Benchmark) => void): Promise<void> {
  const benchmark = Benchmark.create({ name: "A stranger's" });
  benchmark.addQuestion({ id: "q", question: "What is the target?", rawAnswer: "BCL2" });
  fill(benchmark);
  await benchmark.save(join(folder, "stranger.jsonld"));
}

test("Ctrl-C ends a run at any moment, also while patterns would search for more than a minute", async () => {
  await stranger((benchmark) => {
    benchmark.setGlobalRubric(
      Array.from({ length: 40 }, (_, place) =>
        regexTrait({ name: `pattern ${place}`, pattern: `${".?".repeat(5000 + place)}[0-9]$` }),
      ),
    );
  });
  const answer = "The target of venetoclax is BCL2, a regulator of apoptosis. ".repeat(80);
  await using server = await startOpenAiServer({ chat: () => answer });
  const entry = resolve(import.meta.dirname, "../../bin/karenina.js");
  const models = ["--base-url", server.url, "--answering-model", "a", "--parsing-model", "p"];
  const run = ["verify", "stranger.jsonld", "--evaluation-mode", "rubric_only", "--no-output", ...models];
  const child = spawn(process.execPath, [entry, ...run], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  await until(() => server.requests.length > 0 && said.includes("Running 1 task"));
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await ended;
  expect(code).toBe(130);
});

test.runIf(isThorough)(
  "a file of templates that fill their memory is looked through within its limits",
  async () => {
    await stranger((benchmark) => {
      for (let place = 0; place < 15; place += 1)
        benchmark.addQuestion({
          question: `${place}?`,
          rawAnswer: "x",
          template: {
            language: "TypeScript",
            text: `const all = []; for (;;) all.push(new Uint8Array(4e6).fill(${place}));`,
          },
        });
    });
    const { code, stdout, peakMb } = await peakOf(["benchmark", "validate", "stranger.jsonld"]);
    expect(code).toBe(1);
    expect(stdout.match(/used more than 32 MB of memory/g)).toHaveLength(15);
    expect(peakMb).toBeLessThan(450);
  },
);

test("a file of three million objects is refused before it takes gigabytes", async () => {
  await writeFile(join(folder, "objects.jsonld"), `{"dataFeedElement":[${"{},".repeat(3_300_000)}{}]}`);
  const { code, stderr, peakMb } = await peakOf(["benchmark", "show", "objects.jsonld"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*objects\.jsonld: its 3300003 objects and lists would take about/);
  expect(peakMb).toBeLessThan(500);
});

test("looking at a stranger's preset leaves the terminal to whoever looks", async () => {
  const preset = { name: "\u001b[2Jx\u009b31m\u202e", description: "\u001b]0;owned\u0007", config: {} };
  await writeFile(join(folder, "p.json"), JSON.stringify(preset));
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await runCommand(["preset", "show", "p.json", ...more], {
      cwd: folder,
    });
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  }
});
