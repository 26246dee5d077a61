import * as z from "zod";
import { AnyJsonObject, describeValue, recordOf, VariableName } from "../../base/index.ts";
import { AgentMiddlewareConfig, AgentRuntimeConfig, ModelPrices } from "../../models/definition/index.ts";
import { interfaceNames } from "../../models/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import { switchFlags, valueFlag } from "./flag.ts";
import { InterfaceChoice } from "./interface-choice.ts";
import { modelDefaults } from "./model-defaults.ts";
import { ownModelSettings } from "./own-models.ts";
import { settingsAbout } from "./setting.ts";

const setting = settingsAbout("model");
const ofTools = settingsAbout("tools");

const text = z.string().nullable();
const seconds = z.number().positive().nullable();
const address = z.url({ protocol: /^https?$/ }).nullable();
const file = z.string().min(1).nullable();

/** One model and how to reach it, as far as a file can say it. */
export const storedModelSettings = {
  id: setting({
    schema: z.string().min(1).nullable(),
    about: "unique among the models of its role; its name in results",
    defaultText: "the model's name",
    flags: [
      valueFlag("--answering-id <id>", "text", "its id in results"),
      valueFlag("--parsing-id <id>", "text", "its id in results"),
    ],
  }),
  modelProvider: setting({
    schema: text,
    about:
      "`openai`, `anthropic`, `google`; what LangChain has, for its interfaces; also `openrouter` for `workspace_agent`. Empty text is none",
    default: null,
    flags: [
      valueFlag("--answering-provider <name>", "text", "its vendor: openai, anthropic, google"),
      valueFlag("--parsing-provider <name>", "text", "its vendor"),
    ],
  }),
  modelName: setting({
    schema: z
      .string({
        error: ({ input }) =>
          typeof input === "object" || typeof input === "function"
            ? `expected the name of a model, found ${describeValue(input)}; a model object of the AI SDK goes into \`model\``
            : undefined,
      })
      .min(1)
      .nullable(),
    about: "required, but for prepared answers and where `model_path` is given",
    flags: [
      valueFlag("--answering-model <name>", "text", "model under test"),
      valueFlag("--parsing-model <name>", "text", "model that judges answers"),
    ],
  }),
  temperature: setting({
    schema: z.number().min(0).nullable(),
    about: "sampling temperature; null: the vendor's own default, for models that refuse the setting",
    default: modelDefaults.temperature,
    flag: ["--temperature <number>", "amount", "sampling temperature of both models"],
  }),
  maxTokens: setting({
    schema: z.int().positive(),
    about: "longest reply, in tokens",
    default: modelDefaults.maxTokens,
    flag: ["--max-tokens <n>", "count", "longest reply of both models"],
  }),
  interface: setting({
    schema: InterfaceChoice,
    about:
      "[how the model is reached](#interfaces); where nothing is said: `manual` with `manual_traces_path`, `program` with `command`, `http` with `http`, `replay` with `replay_file`, `llama_cpp` with `model_path`, `openai_endpoint` with `endpoint_base_url`, else `ai_sdk`",
    flags: [
      valueFlag("--interface <name>", "text", `how both are reached: ${interfaceNames.join(", ")}`),
      valueFlag("--answering-interface <name>", "text", "the same for the model under test"),
      valueFlag("--parsing-interface <name>", "text", "the same for the judge"),
    ],
  }),
  systemPrompt: setting({
    schema: text,
    about: `answering models without one: "${modelDefaults.answeringSystemPrompt}"`,
    default: null,
  }),
  maxRetries: setting({
    schema: z.int().min(0),
    about: "how often a judge is asked again after a reply that cannot be read",
    default: modelDefaults.maxRetries,
  }),
  mcpUrlsDict: ofTools({
    schema: recordOf(z.string()).nullable(),
    about:
      "[MCP servers](mcp.md) whose tools an answering model is given, by name: a URL with headers behind it, or the command that starts one, in the folder of each task with `{workspace}`. `$NAME` stands for an environment variable; a key itself is refused in presets. Not for judges and prepared answers",
    default: null,
    flags: [
      valueFlag(
        "--mcp <name=server>",
        "gathered",
        "MCP server for the model under test: a URL with -H headers, or a command; may be repeated",
        "mcpServers",
      ),
    ],
  }),
  mcpToolFilter: ofTools({
    schema: z.array(z.string()).nullable(),
    about: "which tools of MCP servers it is given; null: all",
    default: null,
    flag: ["--mcp-tool-filter <list>", "names", "only these of its tools, separated by commas"],
  }),
  mcpToolDescriptionOverrides: ofTools({
    schema: recordOf(z.string()).nullable(),
    about: "how tools of MCP servers are described, by name",
    default: null,
  }),
  mcpHttpTimeout: ofTools({
    schema: seconds,
    about: "seconds for one request to an MCP server; null: 30",
    default: null,
    proceeding: true,
  }),
  mcpSseReadTimeout: ofTools({
    schema: seconds,
    about: "seconds for one call of an MCP server's tool; null: 300",
    default: null,
    proceeding: true,
  }),
  endpointBaseUrl: setting({
    schema: address,
    about:
      "address of an OpenAI-compatible server; for `langchain` and `langchain_deep_agents`, of the vendor's interface (`anthropic`: `anthropic_base_url`)",
    default: null,
    flags: [
      valueFlag("--base-url <url>", "address", "OpenAI-compatible server of both models"),
      valueFlag("--answering-base-url <url>", "address", "the same for the model under test"),
      valueFlag("--parsing-base-url <url>", "address", "the same for the judge"),
    ],
    holds: "address",
  }),
  endpointApiKey: setting({
    schema: text,
    about:
      "a key itself: in memory only, never written; `**********` in a file counts as absent. Better name its variable as `api_key_env`",
    default: null,
    proceeding: true,
    holds: "secret",
  }),
  anthropicBaseUrl: setting({
    schema: address,
    about:
      "address of an Anthropic server, for `claude_tool`, `claude_agent_sdk`, and provider `anthropic` of `ai_sdk`, `langchain`, `langchain_deep_agents`, `workspace_agent`",
    default: null,
    holds: "address",
  }),
  anthropicApiKey: setting({
    schema: text,
    about: "the same as `endpoint_api_key`, for Anthropic",
    default: null,
    proceeding: true,
    holds: "secret",
  }),
  apiKeyEnv: setting({
    schema: VariableName.nullable(),
    about:
      "name of the environment variable that holds the key (letters, digits, `_`); a key in its place is refused",
    default: null,
    flags: [
      valueFlag("--api-key-env <name>", "variable", "environment variable that holds the key of both models"),
      valueFlag("--answering-api-key-env <name>", "variable", "the same for the model under test"),
      valueFlag("--parsing-api-key-env <name>", "variable", "the same for the judge"),
    ],
    proceeding: true,
  }),
  agentRuntime: setting({
    schema: AgentRuntimeConfig.nullable(),
    about: "[where the commands of an agent run](#where-commands-run)",
    default: null,
  }),
  extraKwargs: setting({
    schema: AnyJsonObject.nullable(),
    about:
      "`openai_endpoint`: further members of each request's body (null removes one), and `endpoint_base_url_mode`: `auto_v1` adds `/v1` where it is missing, `raw` does not. `ai_sdk`: a vendor's settings under the vendor's name. `claude_tool`: members of the body. `langchain`, `langchain_deep_agents`: members of the model's constructor; those that would choose the server or hold a key are refused, at any depth. `claude_agent_sdk`: `further_tools`, `forward`. `llama_cpp`: `context_size`, `threads`, `gpu_layers`, `parallel`, `seed`, `reuse_prompt`",
    default: null,
  }),
  agentMiddleware: setting({
    schema: AgentMiddlewareConfig.nullable(),
    about:
      "`limits`: `model_call_limit` (25), `tool_call_limit` (none). Its other members (`model_retry`, `tool_retry`, `summarization`, `prompt_caching`) are understood and do nothing; a warning says what to use",
    default: null,
    proceeding: true,
  }),
  maxContextTokens: setting({
    schema: z.int().positive().nullable(),
    about: "`llama_cpp`: tokens of prompt and reply together; refused elsewhere",
    default: null,
  }),
  agentTimeout: setting({
    schema: seconds,
    about: "seconds for one whole agent run",
    default: modelDefaults.agentTimeout,
    proceeding: true,
  }),
  requestsPerMinute: setting({
    schema: z.number().positive().nullable(),
    about:
      "calls that are [begun each minute](running.md#how-fast-a-server-is-asked) at most, shared by all that ask this model with this key; null: as many as its server takes",
    default: null,
    flag: ["--requests-per-minute <n>", "positive", "calls begun each minute at most, of each model"],
    proceeding: true,
  }),
  tokensPerMinute: setting({
    schema: z.number().positive().nullable(),
    about:
      "tokens of prompts and replies that are used each minute at most, by what its calls have used so far; shared alike; null: as many as its server takes",
    default: null,
    flag: ["--tokens-per-minute <n>", "positive", "tokens used each minute at most, of each model"],
    proceeding: true,
  }),
  stream: setting({
    schema: z.boolean(),
    about:
      "answers of plain calls are [taken as they come](running.md#answers-as-they-come) where the server offers it, so that one that is cut off is kept; `openai_endpoint`, `claude_tool`, `ai_sdk`",
    default: modelDefaults.stream,
    flags: switchFlags(
      "stream",
      "take answers as they come, and keep what is cut off",
      "wait for each as a whole",
    ),
    proceeding: true,
  }),
  requestTimeout: setting({
    schema: seconds,
    about: "seconds for one attempt of one call",
    defaultText: "the run's",
    proceeding: true,
  }),
  retryPolicy: setting({
    schema: RetryPolicy.nullable(),
    about: "retries per category of transport failure",
    defaultText: "the run's",
    proceeding: true,
  }),
  manualTracesPath: setting({
    schema: file,
    about: "file of prepared answers; it means interface `manual`",
    default: null,
    flag: ["--manual-traces <file>", "text", "prepared answers in place of a model under test"],
    holds: "path",
  }),
  modelPath: setting({
    schema: file,
    about: "`llama_cpp`: the GGUF file; `model_name` can hold it too",
    default: null,
    holds: "path",
  }),
  replayFile: setting({
    schema: file,
    about: "file of recorded exchanges",
    default: null,
    flag: ["--replay <file>", "text", "serve every model from a recording, without network"],
    holds: "path",
  }),
  command: setting({
    schema: z.string().min(1).nullable(),
    about:
      "[a program that is tested](applications.md#a-program): its command line, in the way of MCP servers: `$NAME` stands for an environment variable, variables for the program stand in front; a key itself is refused in presets. It means interface `program`",
    default: null,
    flag: ["--command <line>", "text", "a program that is tested: a line of JSON in, one out"],
  }),
  commandProcesses: setting({
    schema: z.int().positive().nullable(),
    about: "`program`: so many processes, each for one question after the other; null: one for each question",
    default: null,
    flag: [
      "--command-processes <n>",
      "count",
      "so many of its processes, which go on from question to question",
    ],
  }),
  http: setting({
    schema: z.string().min(1).nullable(),
    about:
      '[a service that is tested](applications.md#a-service): its URL, with `{{question}}` where that belongs in it, and headers behind it in the way of MCP servers: `-H "Authorization: Bearer $NAME"`; a key itself is refused in presets. It means interface `http`',
    default: null,
    flag: ["--http <url>", "text", "a service that is tested: its URL, with -H headers"],
  }),
  httpMethod: setting({
    schema: z.enum(["POST", "PUT", "PATCH", "GET"]),
    about: "`http`: how questions are sent; `GET` sends no body",
    default: "POST",
    flag: ["--http-method <method>", "choice", "how questions are sent to it"],
  }),
  httpBody: setting({
    schema: z.string().min(1).nullable(),
    about:
      "`http`: the body as JSON, with `{{question}}`, `{{system}}`, `{{replicate}}` in texts and `{{messages}}` in place of one",
    defaultText: '`{ "question": "{{question}}" }`',
    default: null,
    flag: ["--http-body <json>", "text", "what is sent, with {{question}} in it"],
  }),
  httpAnswer: setting({
    schema: z.string().min(1).nullable(),
    about:
      "`http`: where the answer stands in its JSON, such as `$.choices[0].message.content`; null: the reply is a text, or has the form that programs answer in",
    default: null,
    flag: ["--http-answer <path>", "text", "where the answer stands in its reply, such as $.answer"],
  }),
  httpContexts: setting({
    schema: z.string().min(1).nullable(),
    about: "`http`, with `http_answer`: where the passages stand, such as `$.documents[*]`",
    default: null,
    flag: ["--http-contexts <path>", "text", "where the passages that it looked up stand"],
  }),
  httpUsage: setting({
    schema: z.string().min(1).nullable(),
    about: "`http`, with `http_answer`: where tokens and cost stand",
    default: null,
    flag: ["--http-usage <path>", "text", "where tokens and cost stand"],
  }),
  httpTrace: setting({
    schema: z.string().min(1).nullable(),
    about: "`http`, with `http_answer`: where the messages stand that led to the answer",
    default: null,
    flag: ["--http-trace <path>", "text", "where the messages stand that led to the answer"],
  }),
  prices: setting({
    schema: ModelPrices.nullable(),
    about:
      "`{ input, output, cache_read, cache_write }` in US dollars per million tokens; a cost the provider does not report is computed from it",
    default: null,
    proceeding: true,
  }),
};

/** One model and how to reach it. */
export const modelSettings = { ...storedModelSettings, ...ownModelSettings };
