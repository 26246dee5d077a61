import { expect, test } from "vitest";
import { runCommandLine } from "../../run-command-line.ts";
import { capturedIo } from "../../testing/captured-io.ts";

test("help of karenina verify", async () => {
  const io = capturedIo();
  await runCommandLine(["verify", "--help"], { ...io, clock: async () => io.clock }, "1.2.3");
  expect(io.out()).toMatchInlineSnapshot(`
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
      --scenario <name>                           a scenario, by its name; may be repeated

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
                                                  openrouter, manual, program, http, replay, langchain,
                                                  claude_tool, llama_cpp, workspace_agent,
                                                  claude_agent_sdk, langchain_deep_agents
      --answering-interface <name>                the same for the model under test
      --parsing-interface <name>                  the same for the judge
      --temperature <number>                      sampling temperature of both models (default: 0.1)
      --max-tokens <n>                            longest reply of both models (default: 16384)
      --requests-per-minute <n>                   calls begun each minute at most, of each model
      --tokens-per-minute <n>                     tokens used each minute at most, of each model
      --stream                                    take answers as they come, and keep what is cut off
      --no-stream                                 wait for each as a whole
      --manual-traces <file>                      prepared answers in place of a model under test
      --replay <file>                             serve every model from a recording, without network
      --command <line>                            a program that is tested: a line of JSON in, one out
      --command-processes <n>                     so many of its processes, which go on from question to
                                                  question
      --http <url>                                a service that is tested: its URL, with -H headers
      --http-method <method>                      how questions are sent to it (default: POST) (choices:
                                                  "POST", "PUT", "PATCH", "GET")
      --http-body <json>                          what is sent, with {{question}} in it
      --http-answer <path>                        where the answer stands in its reply, such as $.answer
      --http-contexts <path>                      where the passages that it looked up stand
      --http-usage <path>                         where tokens and cost stand
      --http-trace <path>                         where the messages stand that led to the answer

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
      --prompts <file>                            each model under test with each prompt of this YAML or
                                                  JSON file
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
      --max-time <seconds>                        after so many seconds nothing new starts
      --max-cost <dollars>                        what the run may spend, in US dollars
      --max-total-tokens <n>                      how many tokens the run may use, prompts and replies
                                                  together
      --max-calls <n>                             how many replies of models the run may use
      --prices <file>                             prices of models, from this YAML or JSON file
      --preflight                                 ask every model a few words first, and begin only
                                                  where all can be used
      --no-preflight                              begin without asking
      --outage-patience <seconds>                 how long a model that cannot be reached is waited for
                                                  (default: 900)
      --scenario-turn-limit <n>                   most turns of a walk through a scenario (default: 20)
      --scenario-resume <how>                     with --resume: what becomes of walks that were cut
                                                  short (default: go_on) (choices: "go_on",
                                                  "begin_again")
      --resume <file>                             go on with an interrupted run from its log
      --retry-failed                              with --resume: also repeat tasks whose model could not
                                                  be reached
      --trust-log                                 with --resume or --extend: do what the log says,
                                                  though no run of yours has written it
      --answers-from <run>                        judge the answers of an earlier run, a log or JSON
                                                  export, anew
      --missing-answers <what>                    with --answers-from: answers it does not have;
                                                  default: leave (choices: "ask", "leave")
      --extend <run>                              take over what an earlier run knows, and ask only for
                                                  the rest
      --dry-run                                   print what would be asked, what is taken over and the
                                                  price, and ask nothing
      --cache [dir]                               keep replies of models, and ask nothing that is kept;
                                                  default: a folder of yours
      --cache-max-days <n>                        with --cache: how long replies are kept; default: 90
      --cache-max-mb <n>                          with --cache: how many megabytes of them; default:
                                                  1000
      --record <file>                             record every exchange for --replay
      --telemetry                                 spans of OpenTelemetry; refused where no provider is
                                                  registered; default: where one is
      --no-telemetry                              no spans

    Modules of your own:
      --plugin <file>                             a module that adds stages, interfaces or search tools;
                                                  may be repeated
      --no-config                                 leave the karenina.config.ts of the working folder out

    Output:
      --output <file>                             results as .json, .csv, .jsonl, or .jsonl.zst, which
                                                  is packed; may be repeated
      --no-output                                 keep results in memory only
      --store [address]                           keep the run in a database: postgres://… for workers
                                                  on any machine, sqlite:FILE for this one
      --detach                                    with --store postgres://…: do not wait for the end of
                                                  the run
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
      npx karenina verify benchmark.ts --answers-from run.jsonl --parsing-model gpt-5 --parsing-provider openai
      npx karenina verify --extend run.jsonl --answering-model qwen3

    Exit codes: 0 the run is complete, 1 it is not, or missed --fail-under or a gate,
    2 wrong usage or a model that cannot be used, 130 interrupted.
    "
  `);
});
