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
        --version                       print the version
        -h, --help                      print help

      Commands:
        verify [options] [benchmark]    run a benchmark and report what the models got right
        show [options] <results>        show results with the evidence behind them
        summary [options] <results>     sum up the results of a run, as the run did at its end
        report [options] <results...>   write results for others: a page for browsers, Markdown, JUnit,
                                        JSON, annotations of GitHub
        query [options] [runs...]       ask the results of runs in SQL (DuckDB)
        compare [options] <results...>  compare runs, or the models of one: differences, what broke and
                                        was mended
        demo [options]                  run the example that comes with karenina: no key, no network
        init [options] [folder]         make a small project: a benchmark, a preset and what goes with
                                        them
        preset                          list, show, save and delete presets
        benchmark                       look into and write benchmark files
        results                         write results in other forms
        workspace                       list and remove folders that runs left
        help [command]                  print help of a command
      "
    `);
  });

  test("karenina verify", async () => {
    const { out } = await run(["verify", "--help"]);
    expect(out).toMatchInlineSnapshot(`
      "Usage: karenina verify [options] [benchmark]

      run a benchmark and report what the models got right

      Arguments:
        benchmark                                   benchmark file: .jsonld, .json, .yaml, or a module
                                                    that exports one by default (.ts, .mts, .js, .mjs)

      At the terminal:
        --interactive                               ask for everything at the terminal, and offer to save
                                                    it as a preset
        --mode <mode>                               with --interactive: how much is asked (choices:
                                                    "basic", "advanced")

      Questions:
        --questions <list>                          by place from 0: 0,3,5-9
        --question-ids <list>                       by id, separated by commas
        --workspace-root <folder>                   where the folders of questions are; default: beside
                                                    the benchmark

      Models:
        --app <file>                                a module whose functions are tested; may be repeated
        --preset <name>                             settings to start from: a file, or a name in the
                                                    presets folder
        --answering-model <name>                    model under test
        --answering-provider <name>                 its vendor: openai, anthropic, google
        --answering-id <id>                         its id in results
        --parsing-model <name>                      model that judges answers
        --parsing-provider <name>                   its vendor
        --parsing-id <id>                           its id in results
        --base-url <url>                            OpenAI-compatible server of both models
        --answering-base-url <url>                  the same for the model under test
        --parsing-base-url <url>                    the same for the judge
        --api-key-env <name>                        environment variable that holds the key of both models
        --answering-api-key-env <name>              the same for the model under test
        --parsing-api-key-env <name>                the same for the judge
        --interface <name>                          how both are reached: ai_sdk, openai_endpoint,
                                                    openrouter, manual, replay, langchain, claude_tool,
                                                    llama_cpp, workspace_agent, claude_agent_sdk,
                                                    langchain_deep_agents
        --answering-interface <name>                the same for the model under test
        --parsing-interface <name>                  the same for the judge
        --temperature <number>                      sampling temperature of both models (default: 0.1)
        --max-tokens <n>                            longest reply of both models (default: 16384)
        --manual-traces <file>                      prepared answers in place of a model under test
        --replay <file>                             serve every model from a recording, without network

      Evaluation:
        --replicate-count <n>                       how often each question is put to each model (default:
                                                    1)
        --evaluation-mode <mode>                    what is judged (default: template_only) (choices:
                                                    "template_only", "template_and_rubric", "rubric_only")
        --rubric-strategy <strategy>                traits asked about together, or one by one (default:
                                                    batch) (choices: "batch", "sequential")
        --rubric-traits <list>                      only these traits, by name, separated by commas
        --abstention                                let the judge detect refusals
        --no-abstention                             do not
        --sufficiency                               let the judge detect answers that lack what the
                                                    template asks for
        --no-sufficiency                            do not
        --combined-checks                           ask about refusal and sufficiency in one call
        --no-combined-checks                        in a call each
        --embedding-check                           compare failed answers by meaning
        --no-embedding-check                        do not
        --embedding-threshold <share>               similarity that counts as equal, 0 to 1 (default:
                                                    0.85)
        --embedding-model <name>                    such as openai/text-embedding-3-small (default:
                                                    all-MiniLM-L6-v2)
        --embedding-base-url <url>                  its server; default: --base-url
        --embedding-api-key-env <name>              environment variable with its key
        --use-full-trace-for-template               judge everything the model said
        --use-final-message-for-template            judge its last message only
        --use-full-trace-for-rubric                 judge the qualities of everything the model said
        --use-final-message-for-rubric              judge those of its last message only
        --few-shot <mode>                           examples shown before each question (choices: "off",
                                                    "all", "k-shot", "custom")
        --few-shot-k <n>                            so many of them, drawn by lot

      Deep judgment, of templates:
        --deep-judgment                             fill templates in from passages of the answer, in mode
                                                    full
        --no-deep-judgment                          in one call from the whole answer
        --deep-judgment-mode <mode>                 from passages, or just reasoned (default: disabled)
                                                    (choices: "disabled", "reasoning_only", "full")
        --deep-judgment-strategy <strategy>         fields asked about together, or one by one (default:
                                                    batch) (choices: "batch", "sequential")
        --deep-judgment-max-excerpts <n>            at most so many passages for each field (default: 3)
        --deep-judgment-fuzzy-threshold <n>         similarity that counts as found, 0 to 1 (default: 0.8)
        --deep-judgment-retry-attempts <n>          how often passages are asked for again (default: 2)
        --deep-judgment-sources <which>             parts of a trace that may be quoted (default: all)
                                                    (choices: "all", "messages")
        --deep-judgment-search                      look the passages up outside the answer
        --no-deep-judgment-search                   do not
        --deep-judgment-search-tool <name>          tavily, ./search.ts, mcp:<server>#<tool> (default:
                                                    tavily)

      Deep judgment, of traits:
        --deep-judgment-rubric-mode <mode>          which traits are judged from passages (default:
                                                    disabled) (choices: "disabled", "enable_all",
                                                    "use_checkpoint", "custom")
        --deep-judgment-rubric-strategy <strategy>  together, or one by one (default: sequential)
                                                    (choices: "batch", "sequential")
        --deep-judgment-rubric-excerpts             with enable_all: ask for passages
        --no-deep-judgment-rubric-excerpts          with enable_all: just reason
        --deep-judgment-rubric-max-excerpts <n>     at most so many passages for each trait (default: 7)
        --deep-judgment-rubric-fuzzy-threshold <n>  similarity that counts as found, 0 to 1 (default: 0.8)
        --deep-judgment-rubric-retry-attempts <n>   how often they are asked for again (default: 2)
        --deep-judgment-rubric-sources <which>      parts that may be quoted (default: all) (choices:
                                                    "all", "messages")
        --deep-judgment-rubric-search               look the passages of every such trait up
        --no-deep-judgment-rubric-search            only where a trait asks for it
        --deep-judgment-rubric-search-tool <name>   tavily, ./search.ts, mcp:<server>#<tool> (default:
                                                    tavily)
        --deep-judgment-rubric-config <file>        with custom: settings of single traits as JSON

      Agents:
        --mcp <name=server>                         MCP server for the model under test: a URL with -H
                                                    headers, or a command; may be repeated
        --mcp-tool-filter <list>                    only these of its tools, separated by commas
        --agentic-parsing                           the judge looks into the workspace before it fills the
                                                    template in
        --no-agentic-parsing                        it reads the answer only
        --agentic-parsing-trigger <when>            always, or where the answer alone leaves doubts
                                                    (default: always) (choices: "always", "dynamic")
        --agentic-judge-context <context>           what the judge is shown (default: workspace_only)
                                                    (choices: "workspace_only", "trace_and_workspace",
                                                    "trace_only")
        --agentic-parsing-max-turns <n>             model calls of one investigation (default: 15)
        --agentic-parsing-timeout <seconds>         limit of one investigation (default: 120)
        --agentic-parsing-materialize-trace         give the judge the trace as a file
        --no-agentic-parsing-materialize-trace      in the prompt
        --agentic-parsing-persist-trace             leave that file in the workspace
        --no-agentic-parsing-persist-trace          do not
        --agentic-rubric-strategy <strategy>        an investigation for each trait, or one (default:
                                                    individual) (choices: "individual", "shared")
        --agentic-rubric-parallel                   several investigations of an answer at the same time
        --no-agentic-rubric-parallel                one after the other

      Workspaces:
        --workspace-copy                            agents work in copies of the questions' folders
        --no-workspace-copy                         in the folders themselves, which they may change
        --workspace-cleanup                         remove those copies
        --no-workspace-cleanup                      leave them
        --workspace-output-mode <mode>              what is kept of workspaces (default: none) (choices:
                                                    "none", "full", "produced")
        --workspace-output-dir <folder>             where it is kept; default: workspaces beside the
                                                    results
        --workspace-output-exclude <pattern>        never counts as produced; may be repeated

      Execution:
        --concurrency, --async-workers <n>          tasks worked on at the same time (default: 8)
        --async                                     several tasks at the same time
        --no-async                                  one task at a time
        --task-ordering <order>                     order of the tasks (default: auto) (choices: "auto",
                                                    "prefix_cache", "distribute_answerers",
                                                    "generation_order", "random")
        --request-timeout <seconds>                 limit of one attempt of one model call (default: 120)
        --preflight                                 ask every model a few words first, and begin only
                                                    where all can be used
        --no-preflight                              begin without asking
        --outage-patience <seconds>                 how long a model that cannot be reached is waited for
                                                    (default: 900)
        --resume <file>                             go on with an interrupted run from its log
        --retry-failed                              with --resume: also repeat tasks whose model could not
                                                    be reached
        --trust-log                                 with --resume: do what the log says, though no run of
                                                    yours has written it
        --record <file>                             record every exchange for --replay

      Modules of your own:
        --plugin <file>                             a module that adds stages, interfaces or search tools;
                                                    may be repeated
        --no-config                                 leave the karenina.config.ts of the working folder out

      Output:
        --output <file>                             results as .json, .csv or .jsonl; may be repeated
        --no-output                                 keep results in memory only
        --output-format <format>                    write .json and .csv as the Python system loads them
                                                    (choices: "karenina-2.2")
        --formulas <way>                            in .csv, texts that a spreadsheet would run as
                                                    formulas: with an apostrophe in front (default), or
                                                    exactly as they are (choices: "neutralise", "keep")
        --overwrite                                 replace .json and .csv files that exist
        --run-name <name>                           name stored with every result
        --fail-under <rate>                         exit with 1 when fewer tasks pass: 0.9 or 90%
        --gates <file>                              exit with 1 when one of these gates is not met: YAML
                                                    or JSON
        --gate <gate>                               the same for one, as "pass_rate min=80%"; may be
                                                    repeated
        --baseline <file>                           results to compare with, for gates not_worse,
                                                    no_broken, no_new_failures
        --json                                      print the summary as JSON
        --quiet                                     no progress
        --verbose                                   a line for every finished task
        --debug                                     show where errors happened

      Options:
        -h, --help                                  print help

      Examples:
        npx karenina verify benchmark.ts --preset fast
        npx karenina verify benchmark.jsonld --base-url http://localhost:8000/v1 --answering-model qwen3 --parsing-model qwen3
        npx karenina verify benchmark.ts --preset fast --questions 0-4,7 --output results.json --output results.csv
        npx karenina verify benchmark.ts --app ./app.ts --parsing-provider openai --parsing-model gpt-5
        npx karenina verify benchmark.ts --interactive
        npx karenina verify --resume karenina-results/drug-targets-20260131T120000Z-3f09ac.jsonl --retry-failed
        npx karenina verify benchmark.ts --preset ci --fail-under 90%

      Exit codes: 0 the run is complete, 1 it is not, or missed --fail-under or a gate,
      2 wrong usage or a model that cannot be used, 130 interrupted.
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
    [["verify", "x.jsonld", "--fail-under", "120%"], "Expected a share from 0 to 1"],
    [["verify", "x.jsonld", "--base-url", "localhost:80"], "Expected an http or https address"],
    [["verify", "x.jsonld", "--request-timeout", "0"], "above 0"],
    [["verify", "--evaluation-mode", "tempalte"], 'rubric_only, did you mean "template_only"?'],
    [["verify", "x.jsonld", "--preset", ""], "Expected some text"],
    [["verify", "--use-full-trace-for-template", "--use-final-message-for-template"], "cannot be used with"],
    [["verify", "x.jsonld"], "needs a model to test and a model to judge"],
    [["verify", "--answering-model", "a", "--parsing-model", "p"], "needs a benchmark"],
    [["verify", "x.jsonld", "--interface", "openai_endpont"], 'Did you mean "openai_endpoint"?'],
    [["verify", "x.jsonld", "--retry-failed"], "goes with --resume"],
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
