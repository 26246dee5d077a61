import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Benchmark } from "../verify/index.ts";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

async function run(argv: readonly string[], environment = {}) {
  const io = capturedIo({ environment });
  const code = await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
  return { code, out: io.out(), err: io.err() };
}

describe("help", () => {
  test.each([[], ["--help"], ["help"]])("%j", async (...argv) => {
    expect(await run(argv.filter((word) => word !== undefined))).toMatchObject({ code: 0, err: "" });
  });

  test("karenina", async () => {
    const { out } = await run(["--help"]);
    expect(out).toMatchInlineSnapshot(`
      "Usage: karenina [options] [command]

      Evaluate language models with typed answer templates, judged by a model and verified by code.

      Options:
        --version                         print the version
        -h, --help                        print help

      Commands:
        verify [options] [benchmark]      run a benchmark and report what the models got right
        judge [options] <answers>         judge answers that some program has stored, without asking any
                                          model under test
        show [options] <results>          show results with the evidence behind them
        summary [options] <results>       sum up the results of a run, as the run did at its end
        report [options] <results...>     write results for others: a page for browsers, Markdown, JUnit,
                                          JSON, annotations of GitHub
        query [options] [runs...]         ask the results of runs in SQL (DuckDB)
        compare [options] <results...>    compare runs, or the models of one: differences, what broke and
                                          was mended
        label [options] <results>         say yourself what a judge said, of some answers that are drawn,
                                          to see how far it can be trusted
        calibrate [options] <results...>  hold judges against labels of persons: how often they err, and
                                          pass rates without their errors
        probe [options] <results>         see without labels how far what a judge says hangs on what
                                          should not matter
        demo [options]                    run the example that comes with karenina: no key, no network
        import [options] <file>           make a benchmark of a table of questions or a suite of another
                                          system, or bring one up to date with a table
        draft [options] <benchmark>       draft templates for questions that have none, and try them, or
                                          propose them without a model
        review [options] <benchmark>      look at drafted questions one by one: accept, edit, reject, add
                                          a note
        init [options] [folder]           make a small project: a benchmark, a preset and what goes with
                                          them
        preset                            list, show, save and delete presets
        benchmark                         look into and write benchmark files
        scenario                          look at conversations of a benchmark and draw them
        results                           write results in other forms
        cache                             look at and remove replies that runs have kept
        workspace                         list and remove folders that runs left
        worker [options]                  work on the runs of a store, on this machine
        runs                              look after runs that are kept in a store
        store                             look after a store of runs
        help [command]                    print help of a command
      "
    `);
  });

  test("karenina preset", async () => {
    expect((await run(["preset", "--help"])).out).toMatchInlineSnapshot(`
      "Usage: karenina preset [options] [command]

      list, show, save and delete presets

      Options:
        -h, --help                 print help

      Commands:
        list [options]             list the presets of the presets folder ($KARENINA_PRESETS_DIR, else
                                   ./presets)
        show [options] <preset>    show what a preset says
        save [options] <name>      save the given settings as a preset; keys are never saved
        delete [options] <preset>  delete a preset
        help [command]             print help of a command
      "
    `);
  });

  test("karenina benchmark validate", async () => {
    expect((await run(["benchmark", "validate", "--help"])).out).toMatchInlineSnapshot(`
      "Usage: karenina benchmark validate [options] <benchmark>

      check a benchmark, its rubrics and every template; exit with 1 when something is wrong

      Arguments:
        benchmark               .jsonld, .json, .yaml, or a module that exports a benchmark by default
                                (.ts, .mts, .js, .mjs)

      Options:
        --json                  print as JSON
        --time-limit <seconds>  stop checking code after so long (default: 600)
        --debug                 show where errors happened
        -h, --help              print help
      "
    `);
  });
});

test("the version", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, out: "karenina 1.2.3\n", err: "" });
});

describe("wrong usage ends with 2 and no stack", () => {
  test.each([
    [["verfy"], "unknown command 'verfy'"],
    [["verify", "x.jsonld", "--temperatur", "1"], "Did you mean --temperature?"],
    [["verify", "x.jsonld", "--replicate-count", "0"], "Expected a whole number from 1 upwards."],
    [["verify", "x.jsonld", "--temperature", "hot"], "Expected a number from 0 upwards."],
    [["verify", "x.jsonld", "--max-cost", "0"], "Expected a number above 0."],
    [["verify", "x.jsonld", "--max-cost", "-1"], "Expected a number above 0."],
    [["runs", "resume", "x", "--max-cost", "0"], "Expected a number above 0."],
    [["verify", "x.jsonld", "--fail-under", "120%"], "Expected a share from 0 to 1"],
    [["verify", "x.jsonld", "--base-url", "localhost:80"], "Expected an http or https address"],
    [["verify", "x.jsonld", "--request-timeout", "0"], "above 0"],
    [["verify", "--evaluation-mode", "tempalte"], 'rubric_only, did you mean "template_only"?'],
    [["verify", "x.jsonld", "--preset", ""], "Expected some text"],
    [["verify", "--use-full-trace-for-template", "--use-final-message-for-template"], "cannot be used with"],
    [["verify", "x.jsonld"], "needs a model to test and a model to judge"],
    [["verify", "x.jsonld", "--command", "python app.py"], "flags such as: --parsing-provider openai"],
    [["verify", "x.jsonld", "--command", "python app.py", "--http", "http://h"], "--command and --http both"],
    [["judge", "x.jsonl", "--benchmark", "b.yaml", "--http", "http://h"], "unknown option '--http'"],
    [["judge", "x.jsonl", "--benchmark", "b.yaml", "--mcp", "a=http://h"], "unknown option '--mcp'"],
    [["judge", "x.jsonl", "--benchmark", "b.yaml", "--few-shot", "all"], "unknown option '--few-shot'"],
    [["verify", "--answering-model", "a", "--parsing-model", "p"], "needs a benchmark"],
    [["verify", "x.jsonld", "--interface", "openai_endpont"], 'Did you mean "openai_endpoint"?'],
    [["verify", "x.jsonld", "--retry-failed"], "goes with --resume"],
    [["verify", "--resume", "x.jsonl", "--store", "postgres://h/db"], "--extend in place of --resume"],
    [["verify", "x.jsonld", "--record", "x", "--store", "postgres://h/db"], "Record a run without --store"],
    [["verify", "x.jsonld", "--cache", "--store", "postgres://h/db"], "npx karenina worker --cache"],
    [["judge", "x.jsonl", "--benchmark", "b.yaml", "--store", "postgres://h/db"], "verify --answers-from"],
    [["preset", "show"], "missing required argument 'preset'"],
  ])("%j", async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: /);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ +at /m);
  });

  test.each([[["--debug"], {}] as const, [[], { KARENINA_DEBUG: "1" }] as const])(
    "a stack on demand: %j %j",
    async (flags, environment) => {
      const { err } = await run(["verify", "x.jsonld", ...flags], environment);
      expect(err).toMatch(/^ +at /m);
    },
  );
});

test("a misspelt option is told with the nearest of its command", async () => {
  const { code, err } = await run(["verify", "x.jsonld", "--replicats", "2"]);
  expect({ code, err }).toEqual({
    code: 2,
    err: "error: unknown option '--replicats'\n(Did you mean --replicate-count?)\n",
  });
  expect((await run(["preset", "list", "--jsn"])).err).toContain("(Did you mean --json?)");
});

test("a misspelt file is told with the nearest beside it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "near-"));
  await writeFile(path.join(folder, "bench.yaml"), "");
  await writeFile(path.join(folder, "results.jsonl"), "");
  for (const name of ["qs.err", "qs.json", "bench.err"]) await writeFile(path.join(folder, name), "");
  const benchmark = await run(["benchmark", "validate", path.join(folder, "bench.yml")]);
  expect(benchmark.err).toContain(`Found no benchmark at ${folder}/bench.yml; did you mean "bench.yaml"?`);
  const results = await run(["show", path.join(folder, "result.json")]);
  expect(results.err).toContain(`Found no results at ${folder}/result.json; did you mean "results.jsonl"?`);
  const kind = await run(["show", path.join(folder, "qs.jsn")]);
  expect(kind.err).toContain(`Found no results at ${folder}/qs.jsn; did you mean "qs.json"?`);
  const none = await run(["show", path.join(folder, "bench.jsn")]);
  expect(none.err).toContain(`Found no results at ${folder}/bench.jsn.\n`);
  const other = await run(["show", path.join(folder, "quite-another.json")]);
  expect(other.err).toContain(`Found no results at ${folder}/quite-another.json.\n`);
  await rm(folder, { recursive: true });
});

test.each([
  [["--api-key", "sk-litZ9k2Qm47Xw81Vb3"], "--api-key-env"],
  [["--api-key=sk-litZ9k2Qm47Xw81Vb3"], "--api-key-env"],
  [["--answering-api-key=sk-litZ9k2Qm47Xw81Vb3"], "--answering-api-key-env"],
  [["--key", "sk-litZ9k2Qm47Xw81Vb3"], "--api-key-env"],
  [["--embedding-token=sk-litZ9k2Qm47Xw81Vb3"], "--embedding-api-key-env"],
])("a key itself is not taken, not shown, and its variable's flag is named: %j", async (flags, instead) => {
  const { code, err } = await run(["verify", "x.jsonld", ...flags]);
  expect(code).toBe(2);
  expect(err).toMatch(/^error: unknown option '--[a-z-]+'\n/);
  expect(err).toContain(`give its name: ${instead} MY_API_KEY.`);
  expect(err).not.toContain("litZ9k2Qm47Xw81Vb3");
});

test.each([
  [["--output", "b.jsonld.json", "--record", "b.jsonld.json"], "is named as two outputs"],
  [["--output", "b.json"], "is read by this run"],
  [["--no-output", "--replay", "r.jsonl", "--record", "r.jsonl"], "is read by this run"],
])("a file has one purpose: %j", async (options, message) => {
  const folder = await mkdtemp(path.join(tmpdir(), "command-line-"));
  const benchmark = Benchmark.create({ name: "B" });
  benchmark.addQuestion({ question: "Q?", rawAnswer: "x" });
  const file = await benchmark.save(path.join(folder, "b.json"));
  const before = await readFile(file, "utf8");
  const io = capturedIo({ workingDirectory: folder });
  const models = ["--base-url", "http://127.0.0.1:1/v1", "--answering-model", "a", "--parsing-model", "p"];
  const argv = ["verify", "b.json", ...models, ...options];
  expect(await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3")).toBe(2);
  expect(io.err()).toContain(message);
  expect(await readFile(file, "utf8")).toBe(before);
  await rm(folder, { recursive: true });
});

test.each([["abstention"], ["sufficiency"], ["deep-judgment"], ["async"], ["output", "r.json"]])(
  "--%s and its opposite contradict each other",
  async (name, ...value) => {
    const found = await run(["verify", "b.ts", `--${name}`, ...value, `--no-${name}`]);
    expect(found).toMatchObject({
      code: 2,
      err: `error: --${name} and --no-${name} contradict each other\n`,
    });
  },
);

test("a module that exports other things than a benchmark: what it exports, and what is expected", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-module-"));
  const file = path.join(folder, "b.mjs");
  await writeFile(file, "export const benchmark = 1;\nexport const other = 2;\n");
  const { err } = await run(["benchmark", "show", file]);
  expect(err).toContain("should export a benchmark by default; it exports only benchmark, other.");
  expect(err).toContain("export default benchmark");
  await rm(folder, { recursive: true });
});
