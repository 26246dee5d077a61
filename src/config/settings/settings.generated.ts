// Written by `npm run generate` from the rows in src/config/settings.
import type { JsonObject } from "../../base/index.ts";
import type { AnswerFunction } from "../../models/application/index.ts";
import type { SdkLanguageModel } from "../../models/definition/index.ts";
import type { OwnAgent, OwnLlm } from "../../models/given-model/index.ts";
import type { InterfaceChoice } from "./interface-choice.ts";
import type { SearchTool } from "./search-tool.ts";

/** One way to put questions to a model under test. */
export interface AnsweringPrompt {
  /** Unique among the prompts; its name in results: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** What the model is told in place of its own system prompt. Default: its own. */
  readonly systemPrompt?: string | null | undefined;
  /** What the question stands in, with `{{question}}` in its place. Default: the question alone. */
  readonly userPrompt?: string | null | undefined;
}

/** What one question does differently from the run. */
export interface QuestionFewShotConfig {
  /** Default: `inherit`, the run's. */
  readonly mode?: "all" | "k-shot" | "custom" | "inherit" | undefined;
  /** How many `k-shot` draws. Default: the run's. */
  readonly k?: number | null | undefined;
  /** For `custom`, in this order: by place from 0, or by the MD5 of the example's question. */
  readonly selectedExamples?: readonly (number | string)[] | null | undefined;
  /** Never shown, whatever the mode; a place counts in the question's whole list. */
  readonly excludedExamples?: readonly (number | string)[] | null | undefined;
}

/** Which examples are shown before a question. */
export interface FewShotConfig {
  /** Whose examples: the question's own, those for all questions, both, or none. Default: `both`. */
  readonly source?: "disabled" | "question_pool" | "global" | "both" | undefined;
  /** Which of a question's own: all, some drawn by lot, or the selected ones. Default: `all`. */
  readonly poolMode?: "all" | "k-shot" | "custom" | undefined;
  /** How many `k-shot` draws. Default: `3`. */
  readonly poolK?: number | undefined;
  /** By the id of a question. */
  readonly questionConfigs?: { readonly [name: string]: QuestionFewShotConfig } | undefined;
  /** Examples for all questions, shown last. */
  readonly globalExamples?: readonly {
    /** As the model is asked. */
    readonly question: string;
    /** As the model is to answer. */
    readonly answer: string;
  }[] | undefined;
}

/** How deep one rubric trait is judged. */
export interface DeepJudgmentTraitConfig {
  /** Judge it from evidence. Default: `true`. */
  readonly enabled?: boolean | undefined;
  /** Ask for passages, not only for reasons. Default: `true`. */
  readonly excerptEnabled?: boolean | undefined;
  /** At most so many passages. Default: the run's. */
  readonly maxExcerpts?: number | null | undefined;
  /** Similarity from which a passage counts as found, 0 to 1. Default: the run's. */
  readonly fuzzyMatchThreshold?: number | null | undefined;
  /** How often passages are asked for again. Default: the run's. */
  readonly excerptRetryAttempts?: number | null | undefined;
  /** Look its passages up outside the answer. Default: the run's. */
  readonly searchEnabled?: boolean | undefined;
}

/** Trait settings of the rubric mode `custom`. */
export interface DeepJudgmentRubricCustomConfig {
  /** By the name of a trait. */
  readonly global?: { readonly [name: string]: DeepJudgmentTraitConfig } | undefined;
  /** Another name for `global`. */
  readonly globalTraits?: { readonly [name: string]: DeepJudgmentTraitConfig } | undefined;
  /** By the id of a question and the name of a trait; it takes the place of the global entry. */
  readonly questionSpecific?: { readonly [name: string]: { readonly [name: string]: DeepJudgmentTraitConfig } } | undefined;
}

/** Extra instructions per kind of model call, at the end of the system text. */
export interface PromptInstructions {
  /** For models under test; null: none. */
  readonly generation?: string | null | undefined;
  /** For filling templates in; null: none. */
  readonly parsing?: string | null | undefined;
  /** For detecting refusals; null: none. */
  readonly abstentionDetection?: string | null | undefined;
  /** For detecting answers that lack what the template asks for; null: none. */
  readonly sufficiencyDetection?: string | null | undefined;
  /** For judging traits; null: none. */
  readonly rubricEvaluation?: string | null | undefined;
  /** For judges that look for themselves; null: none. */
  readonly agenticParsing?: string | null | undefined;
  /** For judging from passages; null: none. */
  readonly deepJudgment?: string | null | undefined;
}

export interface ErrorPatternConfig {
  /** What an error's message, or the name of its type, carries. */
  readonly pattern: string;
  /** How such an error is treated. */
  readonly category: "connection" | "timeout" | "rate_limit" | "server_error" | "permanent";
  /** Where the pattern is looked for. Default: `message_substring`. */
  readonly matchType?: "message_substring" | "type_name" | undefined;
}

export interface RetryPolicyConfig {
  /**
   * No connection, or one that broke; retried 3 times, with waits of at most 1 to 10 seconds, unless said
   * otherwise.
   */
  readonly connection?: {
    /** Retries, not calls. Default: `3`. */
    readonly maxAttempts?: number | undefined;
    /** Upper bound of the first wait, in seconds. Default: `1`. */
    readonly backoffMin?: number | undefined;
    /** Upper bound of every wait, in seconds. Default: `10`. */
    readonly backoffMax?: number | undefined;
    /** Growth of the upper bound from retry to retry. Default: `2`. */
    readonly backoffMultiplier?: number | undefined;
  } | undefined;
  /**
   * No reply within the time limit; retried 3 times, with waits of at most 5 to 30 seconds, unless said
   * otherwise.
   */
  readonly timeout?: {
    /** Retries, not calls. Default: `3`. */
    readonly maxAttempts?: number | undefined;
    /** Upper bound of the first wait, in seconds. Default: `5`. */
    readonly backoffMin?: number | undefined;
    /** Upper bound of every wait, in seconds. Default: `30`. */
    readonly backoffMax?: number | undefined;
    /** Growth of the upper bound from retry to retry. Default: `2`. */
    readonly backoffMultiplier?: number | undefined;
  } | undefined;
  /**
   * Too many requests, as the server says; retried 5 times, with waits of at most 5 to 30 seconds, unless
   * said otherwise.
   */
  readonly rateLimit?: {
    /** Retries, not calls. Default: `5`. */
    readonly maxAttempts?: number | undefined;
    /** Upper bound of the first wait, in seconds. Default: `5`. */
    readonly backoffMin?: number | undefined;
    /** Upper bound of every wait, in seconds. Default: `30`. */
    readonly backoffMax?: number | undefined;
    /** Growth of the upper bound from retry to retry. Default: `2`. */
    readonly backoffMultiplier?: number | undefined;
  } | undefined;
  /**
   * An error of the server; retried 2 times, with waits of at most 2 to 15 seconds, unless said otherwise.
   */
  readonly serverError?: {
    /** Retries, not calls. Default: `2`. */
    readonly maxAttempts?: number | undefined;
    /** Upper bound of the first wait, in seconds. Default: `2`. */
    readonly backoffMin?: number | undefined;
    /** Upper bound of every wait, in seconds. Default: `15`. */
    readonly backoffMax?: number | undefined;
    /** Growth of the upper bound from retry to retry. Default: `2`. */
    readonly backoffMultiplier?: number | undefined;
  } | undefined;
  /** How the time limit grows from one timeout retry to the next; null: it stays. Default: `null`. */
  readonly timeoutEscalation?: {
    /** How it grows: by a sum, by a factor, or evenly up to the limit. */
    readonly strategy: "additive";
    /** Seconds that each timeout retry adds. */
    readonly increment: number;
    /** Of no use with this strategy. */
    readonly multiplier?: number | null | undefined;
    /** Longest time limit, in seconds; null: none. Default: `null`. */
    readonly maxTimeout?: number | null | undefined;
  } | {
    /** How it grows: by a sum, by a factor, or evenly up to the limit. */
    readonly strategy: "multiplicative";
    /** Factor of each timeout retry. */
    readonly multiplier: number;
    /** Of no use with this strategy. */
    readonly increment?: number | null | undefined;
    /** Longest time limit, in seconds; null: none. Default: `null`. */
    readonly maxTimeout?: number | null | undefined;
  } | {
    /** How it grows: by a sum, by a factor, or evenly up to the limit. */
    readonly strategy: "linear";
    /** Of no use with this strategy. */
    readonly increment?: number | null | undefined;
    /** Of no use with this strategy. */
    readonly multiplier?: number | null | undefined;
    /** Longest time limit, in seconds. */
    readonly maxTimeout: number;
  } | null | undefined;
}

export interface ModelPrices {
  /** Tokens of prompts. */
  readonly input: number;
  /** Tokens of replies. */
  readonly output: number;
  /** Tokens of prompts that a cache has. */
  readonly cacheRead?: number | undefined;
  /** Tokens of prompts that a cache takes. */
  readonly cacheWrite?: number | undefined;
}

export interface CommandLimitsConfig {
  /** Processes and threads at the same time. */
  readonly processes?: number | undefined;
  /** Memory of all its processes together, in bytes. */
  readonly memoryBytes?: number | undefined;
  /** Growth of the workspace, in bytes. */
  readonly diskBytes?: number | undefined;
  /** Files that it may leave or change in the workspace. */
  readonly files?: number | undefined;
  /** Size of one file, in bytes. */
  readonly fileBytes?: number | undefined;
  /** Size of `/tmp`, in bytes. */
  readonly temporaryBytes?: number | undefined;
  /** Files that a process has open at the same time. */
  readonly openFiles?: number | undefined;
  /** Output of both streams together, in bytes. */
  readonly outputBytes?: number | undefined;
}

export interface AgentRuntimeConfig {
  /** What keeps commands inside; `auto`: the first that works here, `none`: files only. Default: `auto`. */
  readonly backend?: "auto" | "bubblewrap" | "namespaces" | "docker" | "podman" | "unsandboxed" | "none" | "native" | "filesystem" | "container" | "local_shell" | null | undefined;
  /** `read_only`: nothing in the workspace changes. Default: `read_write`. */
  readonly accessMode?: "read_write" | "read_only" | undefined;
  /** Whether an agent that has a sandbox of its own uses it. Default: `true`. */
  readonly sandboxEnabled?: boolean | undefined;
  /** What runs containers, for the backend `container` of the Python system. Default: `docker`. */
  readonly containerRuntime?: "docker" | "podman" | "singularity" | "apptainer" | null | undefined;
  /** The image for `docker` and `podman`. */
  readonly containerImage?: string | null | undefined;
  /** `bridge` is `network` true, as the Python system writes it. */
  readonly containerNetwork?: "bridge" | "none" | null | undefined;
  /** Not available; leave it out. */
  readonly containerAddHosts?: readonly string[] | null | undefined;
  /** Commands may use the network. Default: `false`. */
  readonly network?: boolean | undefined;
  /** What one command may use; what is left out has a default. */
  readonly limits?: CommandLimitsConfig | null | undefined;
  /** Most bytes of a file that the agent is shown at once; null: no limit of its own. */
  readonly readMaxBytes?: number | null | undefined;
}

export interface AgentMiddlewareConfig {
  /** Where an agent run ends; what is left out has a default. */
  readonly limits?: {
    /** Model calls of one agent run. Default: `25`. */
    readonly modelCallLimit?: number | undefined;
    /** Tool calls of one agent run. Default: no limit. */
    readonly toolCallLimit?: number | undefined;
    /** A run ends at its limit, whatever this says. */
    readonly exitBehavior?: "end" | "continue" | undefined;
  } | undefined;
  /** No effect: the policy of retries says how model calls are retried. */
  readonly modelRetry?: {
    /** No effect: retries of one model call. */
    readonly maxRetries?: number | undefined;
    /** No effect: growth of the wait from retry to retry. */
    readonly backoffFactor?: number | undefined;
    /** No effect: the first wait, in seconds. */
    readonly initialDelay?: number | undefined;
    /** No effect: the longest wait, in seconds. */
    readonly maxDelay?: number | undefined;
    /** No effect: waits of a length drawn by lot. */
    readonly jitter?: boolean | undefined;
    /** No effect: what follows the last retry. */
    readonly onFailure?: "continue" | "raise" | undefined;
  } | undefined;
  /** No effect: a failed tool call is told to the model. */
  readonly toolRetry?: {
    /** No effect: retries of one tool call. */
    readonly maxRetries?: number | undefined;
    /** No effect: growth of the wait from retry to retry. */
    readonly backoffFactor?: number | undefined;
    /** No effect: the first wait, in seconds. */
    readonly initialDelay?: number | undefined;
    /** No effect: what follows the last retry. */
    readonly onFailure?: "return_message" | "raise" | undefined;
  } | undefined;
  /** No effect: conversations are not summarized. */
  readonly summarization?: {
    /** No effect: whether old messages are summarized. */
    readonly enabled?: boolean | undefined;
    /** No effect: the model that summarizes. */
    readonly model?: string | null | undefined;
    /** No effect: share of the context, 0 to 1, that starts it. */
    readonly triggerFraction?: number | undefined;
    /** No effect: tokens that start it. */
    readonly triggerTokens?: number | null | undefined;
    /** No effect: newest messages that stay as they are. */
    readonly keepMessages?: number | undefined;
  } | undefined;
  /** No effect: caching is the vendor's own. */
  readonly promptCaching?: {
    /** No effect: whether prompts are cached. */
    readonly enabled?: boolean | undefined;
    /** No effect: how long they are kept, in minutes or hours. */
    readonly ttl?: "5m" | "1h" | undefined;
    /** No effect: messages from which they are cached. */
    readonly minMessagesToCache?: number | undefined;
    /** No effect: what a model without a cache leads to. */
    readonly unsupportedModelBehavior?: "ignore" | "warn" | "raise" | undefined;
  } | undefined;
}

/**
 * One model and how to reach it, as a user writes it. Everything but the model's name has a default.
 *
 * @example
 * { id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }
 * { modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" }
 */
export interface ModelConfig {
  /**
   * Unique among the models of its role; its name in results.
   * Default: the model's name.
   */
  readonly id?: string | null | undefined;
  /**
   * `openai`, `anthropic`, `google`; what LangChain has, for its interfaces; also `openrouter` for
   * `workspace_agent`. Empty text is none.
   * Default: `null`.
   */
  readonly modelProvider?: string | null | undefined;
  /** Required, but for prepared answers and where `modelPath` is given. */
  readonly modelName?: string | null | undefined;
  /**
   * Sampling temperature; null: the vendor's own default, for models that refuse the setting.
   * Default: `0.1`.
   */
  readonly temperature?: number | null | undefined;
  /**
   * Longest reply, in tokens.
   * Default: `16384`.
   */
  readonly maxTokens?: number | undefined;
  /**
   * How the model is reached; where nothing is said: `manual` with `manualTracesPath`, `program` with
   * `command`, `http` with `http`, `replay` with `replayFile`, `llama_cpp` with `modelPath`,
   * `openai_endpoint` with `endpointBaseUrl`, else `ai_sdk`.
   */
  readonly interface?: InterfaceChoice | undefined;
  /**
   * Answering models without one: "You are an expert assistant. Answer the question accurately and
   * concisely.".
   * Default: `null`.
   */
  readonly systemPrompt?: string | null | undefined;
  /**
   * How often a judge is asked again after a reply that cannot be read.
   * Default: `2`.
   */
  readonly maxRetries?: number | undefined;
  /**
   * MCP servers whose tools an answering model is given, by name: a URL with headers behind it, or the
   * command that starts one, in the folder of each task with `{workspace}`. `$NAME` stands for an
   * environment variable; a key itself is refused in presets. Not for judges and prepared answers.
   * Default: `null`.
   */
  readonly mcpUrlsDict?: { readonly [name: string]: string } | null | undefined;
  /**
   * Which tools of MCP servers it is given; null: all.
   * Default: `null`.
   */
  readonly mcpToolFilter?: readonly string[] | null | undefined;
  /**
   * How tools of MCP servers are described, by name.
   * Default: `null`.
   */
  readonly mcpToolDescriptionOverrides?: { readonly [name: string]: string } | null | undefined;
  /**
   * Seconds for one request to an MCP server; null: 30.
   * Default: `null`.
   */
  readonly mcpHttpTimeout?: number | null | undefined;
  /**
   * Seconds for one call of an MCP server's tool; null: 300.
   * Default: `null`.
   */
  readonly mcpSseReadTimeout?: number | null | undefined;
  /**
   * Address of an OpenAI-compatible server; for `langchain` and `langchain_deep_agents`, of the vendor's
   * interface (`anthropic`: `anthropicBaseUrl`).
   * Default: `null`.
   */
  readonly endpointBaseUrl?: string | null | undefined;
  /**
   * A key itself: in memory only, never written; `**********` in a file counts as absent. Better name its
   * variable as `apiKeyEnv`.
   * Default: `null`.
   */
  readonly endpointApiKey?: string | null | undefined;
  /**
   * Address of an Anthropic server, for `claude_tool`, `claude_agent_sdk`, and provider `anthropic` of
   * `ai_sdk`, `langchain`, `langchain_deep_agents`, `workspace_agent`.
   * Default: `null`.
   */
  readonly anthropicBaseUrl?: string | null | undefined;
  /**
   * The same as `endpointApiKey`, for Anthropic.
   * Default: `null`.
   */
  readonly anthropicApiKey?: string | null | undefined;
  /**
   * Name of the environment variable that holds the key (letters, digits, `_`); a key in its place is
   * refused.
   * Default: `null`.
   */
  readonly apiKeyEnv?: string | null | undefined;
  /**
   * Where the commands of an agent run.
   * Default: `null`.
   */
  readonly agentRuntime?: AgentRuntimeConfig | null | undefined;
  /**
   * `openai_endpoint`: further members of each request's body (null removes one), and
   * `endpoint_base_url_mode`: `auto_v1` adds `/v1` where it is missing, `raw` does not. `ai_sdk`: a vendor's
   * settings under the vendor's name. `claude_tool`: members of the body. `langchain`,
   * `langchain_deep_agents`: members of the model's constructor; those that would choose the server or hold
   * a key are refused, at any depth. `claude_agent_sdk`: `further_tools`, `forward`. `llama_cpp`:
   * `context_size`, `threads`, `gpu_layers`, `parallel`, `seed`, `reuse_prompt`.
   * Default: `null`.
   */
  readonly extraKwargs?: JsonObject | null | undefined;
  /**
   * `limits`: `modelCallLimit` (25), `toolCallLimit` (none). Its other members (`modelRetry`, `toolRetry`,
   * `summarization`, `promptCaching`) are understood and do nothing; a warning says what to use.
   * Default: `null`.
   */
  readonly agentMiddleware?: AgentMiddlewareConfig | null | undefined;
  /**
   * `llama_cpp`: tokens of prompt and reply together; refused elsewhere.
   * Default: `null`.
   */
  readonly maxContextTokens?: number | null | undefined;
  /**
   * Seconds for one whole agent run.
   * Default: `180`.
   */
  readonly agentTimeout?: number | null | undefined;
  /**
   * Calls that are begun each minute at most, shared by all that ask this model with this key; null: as many
   * as its server takes.
   * Default: `null`.
   */
  readonly requestsPerMinute?: number | null | undefined;
  /**
   * Tokens of prompts and replies that are used each minute at most, by what its calls have used so far;
   * shared alike; null: as many as its server takes.
   * Default: `null`.
   */
  readonly tokensPerMinute?: number | null | undefined;
  /**
   * Answers of plain calls are taken as they come where the server offers it, so that one that is cut off is
   * kept; `openai_endpoint`, `claude_tool`, `ai_sdk`.
   * Default: `true`.
   */
  readonly stream?: boolean | undefined;
  /**
   * Seconds for one attempt of one call.
   * Default: the run's.
   */
  readonly requestTimeout?: number | null | undefined;
  /**
   * Retries per category of transport failure.
   * Default: the run's.
   */
  readonly retryPolicy?: RetryPolicyConfig | null | undefined;
  /**
   * File of prepared answers; it means interface `manual`.
   * Default: `null`.
   */
  readonly manualTracesPath?: string | null | undefined;
  /**
   * `llama_cpp`: the GGUF file; `modelName` can hold it too.
   * Default: `null`.
   */
  readonly modelPath?: string | null | undefined;
  /**
   * File of recorded exchanges.
   * Default: `null`.
   */
  readonly replayFile?: string | null | undefined;
  /**
   * A program that is tested: its command line, in the way of MCP servers: `$NAME` stands for an environment
   * variable, variables for the program stand in front; a key itself is refused in presets. It means
   * interface `program`.
   * Default: `null`.
   */
  readonly command?: string | null | undefined;
  /**
   * `program`: so many processes, each for one question after the other; null: one for each question.
   * Default: `null`.
   */
  readonly commandProcesses?: number | null | undefined;
  /**
   * A service that is tested: its URL, with `{{question}}` where that belongs in it, and headers behind it
   * in the way of MCP servers: `-H "Authorization: Bearer $NAME"`; a key itself is refused in presets. It
   * means interface `http`.
   * Default: `null`.
   */
  readonly http?: string | null | undefined;
  /**
   * `http`: how questions are sent; `GET` sends no body.
   * Default: `"POST"`.
   */
  readonly httpMethod?: "POST" | "PUT" | "PATCH" | "GET" | undefined;
  /**
   * `http`: the body as JSON, with `{{question}}`, `{{system}}`, `{{replicate}}` in texts and `{{messages}}`
   * in place of one.
   * Default: `null`.
   */
  readonly httpBody?: string | null | undefined;
  /**
   * `http`: where the answer stands in its JSON, such as `$.choices[0].message.content`; null: the reply is
   * a text, or has the form that programs answer in.
   * Default: `null`.
   */
  readonly httpAnswer?: string | null | undefined;
  /**
   * `http`, with `httpAnswer`: where the passages stand, such as `$.documents[*]`.
   * Default: `null`.
   */
  readonly httpContexts?: string | null | undefined;
  /**
   * `http`, with `httpAnswer`: where tokens and cost stand.
   * Default: `null`.
   */
  readonly httpUsage?: string | null | undefined;
  /**
   * `http`, with `httpAnswer`: where the messages stand that led to the answer.
   * Default: `null`.
   */
  readonly httpTrace?: string | null | undefined;
  /**
   * `{ input, output, cacheRead, cacheWrite }` in US dollars per million tokens; a cost the provider does
   * not report is computed from it.
   * Default: `null`.
   */
  readonly prices?: ModelPrices | null | undefined;
  /** In code: a connection of your own. */
  readonly llm?: OwnLlm | undefined;
  /** In code: an agent of your own; as a judge it needs `llm` or `model` too, which writes its verdicts. */
  readonly agent?: OwnAgent | undefined;
  /** In code: a model object of the AI SDK. */
  readonly model?: SdkLanguageModel | undefined;
  /** In code: a function that answers questions. */
  readonly answer?: AnswerFunction | undefined;
}

/**
 * How a benchmark is run, as a user writes it. Only the models have to be named; everything else has a
 * default. In a preset file the same names stand in snake_case.
 *
 * @example
 * {
 *   answeringModels: [{ id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }],
 *   parsingModels: [{ id: "judge", modelProvider: "openai", modelName: "gpt-5-mini", temperature: 0 }],
 *   replicateCount: 3,
 * }
 */
export interface VerificationConfig {
  /** Models under test. */
  readonly answeringModels?: readonly ModelConfig[] | undefined;
  /**
   * Several prompts for each model under test: `{ id, systemPrompt, userPrompt }`, a column each in
   * summaries and comparisons; null: the model's own.
   * Default: null.
   */
  readonly prompts?: readonly AnsweringPrompt[] | null | undefined;
  /** Models that judge the answers. */
  readonly parsingModels?: readonly ModelConfig[] | undefined;
  /**
   * How often each question is put to each model.
   * Default: `1`.
   */
  readonly replicateCount?: number | undefined;
  /**
   * Judge answers that are there already. Not in this version: only the default is taken.
   * Default: `false`.
   */
  readonly parsingOnly?: boolean | undefined;
  /**
   * Judge only these traits, of the benchmark, the questions and dynamic rubrics; a name that no trait of
   * the benchmark has is an error. null: all.
   * Default: `null`.
   */
  readonly rubricTraitNames?: readonly string[] | null | undefined;
  /**
   * `batch`: all traits of a kind in one call; `sequential`: one call per trait. null, as files of the
   * Python system may have it, is `sequential`.
   * Default: `"batch"`.
   */
  readonly rubricEvaluationStrategy?: "batch" | "sequential" | null | undefined;
  /**
   * What is judged. `template_only`: whether answers are right; `template_and_rubric`: that, and how they
   * are; `rubric_only`: how they are.
   * Default: `"template_only"`.
   */
  readonly evaluationMode?: "template_only" | "template_and_rubric" | "rubric_only" | undefined;
  /**
   * Judge everything the model said instead of its last message.
   * Default: `false`.
   */
  readonly useFullTraceForTemplate?: boolean | undefined;
  /**
   * Judge the traits of everything the model said instead of its last message.
   * Default: `true`.
   */
  readonly useFullTraceForRubric?: boolean | undefined;
  /**
   * Judge what a model had written when its time ran out.
   * Default: `true`.
   */
  readonly allowPartialTraceScoring?: boolean | undefined;
  /**
   * The judge detects refusals.
   * Default: `false`.
   */
  readonly abstentionEnabled?: boolean | undefined;
  /**
   * The judge detects answers that lack what the template asks for; not in `rubric_only`.
   * Default: `false`.
   */
  readonly sufficiencyEnabled?: boolean | undefined;
  /**
   * Where both are on: ask about refusal and sufficiency in one call.
   * Default: `false`.
   */
  readonly combinedChecks?: boolean | undefined;
  /**
   * Give the judge the fields' extraction hints.
   * Default: `true`.
   */
  readonly includeExtractionHints?: boolean | undefined;
  /**
   * Show the judge the ground truth, as help to tell readings apart.
   * Default: `false`. Environment variable: `KARENINA_EXPOSE_GROUND_TRUTH`.
   */
  readonly exposeGroundTruth?: boolean | undefined;
  /**
   * Compare the values of failed answers with the ground truth by meaning.
   * Default: `false`. Environment variable: `EMBEDDING_CHECK`.
   */
  readonly embeddingCheckEnabled?: boolean | undefined;
  /**
   * Provider and model, like `openai/text-embedding-3-small`; with a base URL the server's own name of the
   * model.
   * Default: `"all-MiniLM-L6-v2"`. Environment variable: `EMBEDDING_CHECK_MODEL`.
   */
  readonly embeddingCheckModel?: string | undefined;
  /**
   * Similarity from which values count as equal, 0 to 1.
   * Default: `0.85`. Environment variable: `EMBEDDING_CHECK_THRESHOLD`.
   */
  readonly embeddingCheckThreshold?: number | undefined;
  /**
   * OpenAI-compatible server; `--base-url` where nobody else is named.
   * Default: `null`. Environment variable: `EMBEDDING_CHECK_BASE_URL`.
   */
  readonly embeddingCheckBaseUrl?: string | null | undefined;
  /**
   * Environment variable with its key; null: the provider's usual one, none for a base URL.
   * Default: `null`. Environment variable: `EMBEDDING_CHECK_API_KEY_ENV`.
   */
  readonly embeddingCheckApiKeyEnv?: string | null | undefined;
  /**
   * File of recorded vectors.
   * Default: `null`.
   */
  readonly embeddingCheckReplayFile?: string | null | undefined;
  /**
   * False: one task at a time.
   * Default: `true`. Environment variable: `KARENINA_ASYNC_ENABLED`.
   */
  readonly asyncEnabled?: boolean | undefined;
  /**
   * Tasks worked on at the same time (the Python system: 2).
   * Default: `8`. Environment variable: `KARENINA_ASYNC_MAX_WORKERS`.
   */
  readonly asyncMaxWorkers?: number | undefined;
  /**
   * Model calls in flight at the same time, over all models; null: no limit.
   * Default: `null`. Environment variable: `KARENINA_MAX_CONCURRENT_LLM_REQUESTS`.
   */
  readonly maxConcurrentRequests?: number | null | undefined;
  /**
   * Seconds after which nothing new starts; what runs is finished. null: no limit.
   * Default: `null`.
   */
  readonly batchTimeoutSeconds?: number | null | undefined;
  /**
   * US dollars that a run may spend; every model that is asked needs a price. null: no limit.
   * Default: `null`.
   */
  readonly maxCost?: number | null | undefined;
  /**
   * Tokens of prompts and replies together that a run may use; null: no limit.
   * Default: `null`.
   */
  readonly maxTotalTokens?: number | null | undefined;
  /**
   * Replies of models that a run may use; null: no limit.
   * Default: `null`.
   */
  readonly maxCalls?: number | null | undefined;
  /**
   * Prices of models by their names, in US dollars per million tokens: `{ input, output, cacheRead,
   * cacheWrite }`; `prices` of a model count before them. null: those of our table.
   * Default: `null`.
   */
  readonly modelPrices?: { readonly [name: string]: ModelPrices } | null | undefined;
  /**
   * Every model is asked a few words before the first task; false: the run begins without.
   * Default: `true`.
   */
  readonly preflight?: boolean | undefined;
  /**
   * Seconds for which a model that cannot be reached is waited for; 0: it is given up at once.
   * Default: `900`.
   */
  readonly outagePatienceSeconds?: number | undefined;
  /**
   * `prefix_cache` (model by model), `distribute_answerers` (models take turns), `generation_order`,
   * `random`; `auto` takes turns with several models.
   * Default: `"auto"`.
   */
  readonly taskOrdering?: "auto" | "prefix_cache" | "distribute_answerers" | "generation_order" | "random" | undefined;
  /**
   * Answers in the making per answering model: a number, or one per model id; null: no limit.
   * Default: `null`.
   */
  readonly answererConcurrencyLimits?: number | { readonly [name: string]: number } | null | undefined;
  /**
   * How the template is filled in. `full`: from passages; `reasoning_only`: with reasons but without
   * passages; `disabled`: in one call. Not in `rubric_only`.
   * Default: `"disabled"`.
   */
  readonly deepJudgmentMode?: "disabled" | "reasoning_only" | "full" | undefined;
  /**
   * At most so many passages for each field.
   * Default: `3`.
   */
  readonly deepJudgmentMaxExcerptsPerAttribute?: number | undefined;
  /**
   * A passage counts when its similarity to a part of the answer is at least this, 0 to 1, and nothing that
   * bears meaning differs.
   * Default: `0.8`.
   */
  readonly deepJudgmentFuzzyMatchThreshold?: number | undefined;
  /**
   * How often passages that cannot be found are asked for again.
   * Default: `2`.
   */
  readonly deepJudgmentExcerptRetryAttempts?: number | undefined;
  /**
   * With `useFullTraceForTemplate`: `messages` takes only what the model itself said, no tool's call or
   * output.
   * Default: `"all"`.
   */
  readonly deepJudgmentExcerptSources?: "all" | "messages" | undefined;
  /**
   * Look the passages up outside the answer and rate the risk that they are made up; only with `full`.
   * Default: `false`.
   */
  readonly deepJudgmentSearchEnabled?: boolean | undefined;
  /**
   * Who looks passages up: the name of a service; in code, a function or an object too.
   * Default: `"tavily"`.
   */
  readonly deepJudgmentSearchTool?: SearchTool | undefined;
  /**
   * `batch`: one call per step for all fields, the cheaper way; `sequential`: one call per step for each
   * field.
   * Default: `"batch"`.
   */
  readonly deepJudgmentStrategy?: "batch" | "sequential" | undefined;
  /**
   * At most so many passages, for traits that say nothing themselves.
   * Default: `7`.
   */
  readonly deepJudgmentRubricMaxExcerptsDefault?: number | undefined;
  /**
   * Similarity from which a passage counts, 0 to 1, for traits that say nothing themselves.
   * Default: `0.8`.
   */
  readonly deepJudgmentRubricFuzzyMatchThresholdDefault?: number | undefined;
  /**
   * How often passages that cannot be found are asked for again, for traits that say nothing themselves.
   * Default: `2`.
   */
  readonly deepJudgmentRubricExcerptRetryAttemptsDefault?: number | undefined;
  /**
   * With `useFullTraceForRubric`: `messages` takes only what the model itself said, no tool's call or
   * output.
   * Default: `"all"`.
   */
  readonly deepJudgmentRubricExcerptSources?: "all" | "messages" | undefined;
  /**
   * Look the passages of every such trait up; a trait can ask for it alone, and an entry of `custom` can
   * refuse it.
   * Default: `false`.
   */
  readonly deepJudgmentRubricSearchEnabled?: boolean | undefined;
  /**
   * Who looks them up. The same tool as for templates is opened once.
   * Default: `"tavily"`.
   */
  readonly deepJudgmentRubricSearchTool?: SearchTool | undefined;
  /**
   * Which traits: `enable_all`: every one; `use_checkpoint`: those that ask for it, by their own fields;
   * `custom`: those of `deepJudgmentRubricConfig`. Not in `template_only`.
   * Default: `"disabled"`.
   */
  readonly deepJudgmentRubricMode?: "disabled" | "enable_all" | "use_checkpoint" | "custom" | undefined;
  /**
   * With `enable_all`: false reasons without passages.
   * Default: `true`.
   */
  readonly deepJudgmentRubricGlobalExcerpts?: boolean | undefined;
  /**
   * With the mode `custom`: how deep single traits are judged, by name; null: none is.
   * Default: `null`.
   */
  readonly deepJudgmentRubricConfig?: DeepJudgmentRubricCustomConfig | null | undefined;
  /**
   * `sequential`: one call per step for each trait; `batch`: one call per step for all of them, the cheaper
   * way.
   * Default: `"sequential"`.
   */
  readonly deepJudgmentRubricStrategy?: "batch" | "sequential" | undefined;
  /** Older name: true is `full`, false is `disabled`; a mode beside it must agree with it. */
  readonly deepJudgmentEnabled?: boolean | undefined;
  /**
   * Which examples are shown before a question; null: none.
   * Default: `null`.
   */
  readonly fewShotConfig?: FewShotConfig | null | undefined;
  /**
   * Extra instructions for `generation`, `parsing`, `abstentionDetection`, `sufficiencyDetection` (and
   * `rubricEvaluation`, `agenticParsing`, `deepJudgment`), added at the end of the system text.
   * Default: null.
   */
  readonly promptConfig?: PromptInstructions | null | undefined;
  /**
   * The same as `promptConfig.generation`, which wins where both are given.
   * Default: null.
   */
  readonly generationInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.parsing`, which wins where both are given.
   * Default: null.
   */
  readonly parsingInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.abstentionDetection`, which wins where both are given.
   * Default: null.
   */
  readonly abstentionDetectionInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.sufficiencyDetection`, which wins where both are given.
   * Default: null.
   */
  readonly sufficiencyDetectionInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.rubricEvaluation`, which wins where both are given.
   * Default: null.
   */
  readonly rubricEvaluationInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.agenticParsing`, which wins where both are given.
   * Default: null.
   */
  readonly agenticParsingInstructions?: string | null | undefined;
  /**
   * The same as `promptConfig.deepJudgment`, which wins where both are given.
   * Default: null.
   */
  readonly deepJudgmentInstructions?: string | null | undefined;
  /**
   * The judge looks into the workspace before it fills the template in; needs a workspace root; not in
   * `rubric_only`. Deep judgment of templates does not apply then, and a warning says so.
   * Default: `false`.
   */
  readonly agenticParsing?: boolean | undefined;
  /**
   * `dynamic`: only where the answer alone leaves doubts.
   * Default: `"always"`.
   */
  readonly agenticParsingTrigger?: "always" | "dynamic" | undefined;
  /**
   * What the judge is shown: `workspace_only`, `trace_and_workspace`, or `trace_only`, which looks at no
   * workspace (a warning says so).
   * Default: `"workspace_only"`.
   */
  readonly agenticJudgeContext?: "workspace_only" | "trace_and_workspace" | "trace_only" | undefined;
  /**
   * Model calls of one investigation.
   * Default: `15`.
   */
  readonly agenticParsingMaxTurns?: number | undefined;
  /**
   * Seconds of one investigation.
   * Default: `120`.
   */
  readonly agenticParsingTimeout?: number | undefined;
  /**
   * Give the trace as a file in place of the prompt; not with `workspace_only`.
   * Default: `false`.
   */
  readonly agenticParsingMaterializeTrace?: boolean | undefined;
  /**
   * Leave the file of the trace in the answer's workspace.
   * Default: `false`.
   */
  readonly agenticParsingPersistTrace?: boolean | undefined;
  /**
   * `individual`: an investigation for each trait; `shared`: one for all traits of one judge.
   * Default: `"individual"`.
   */
  readonly agenticRubricStrategy?: "individual" | "shared" | undefined;
  /**
   * Several investigations of an answer at the same time.
   * Default: `false`.
   */
  readonly agenticRubricParallel?: boolean | undefined;
  /**
   * False: agents work in the question's own folder and change your files.
   * Default: `true`.
   */
  readonly workspaceCopy?: boolean | undefined;
  /**
   * False: the answering agents' folders stay after the run.
   * Default: `true`.
   */
  readonly workspaceCleanup?: boolean | undefined;
  /**
   * What is kept of a workspace: `none`, `full`, or what the agent `produced`.
   * Default: `"none"`.
   */
  readonly workspaceOutputMode?: "none" | "full" | "produced" | undefined;
  /**
   * Folder for what is kept of workspaces; needed unless that is `none`. The command line takes `workspaces`
   * beside the results.
   * Default: `null`.
   */
  readonly workspaceOutputDir?: string | null | undefined;
  /**
   * What never counts as produced.
   * Default: `[]`.
   */
  readonly workspaceOutputExcludePatterns?: readonly string[] | undefined;
  /**
   * A database for results. Not in this version: only the default is taken.
   * Default: `null`.
   */
  readonly dbConfig?: JsonObject | null | undefined;
  /**
   * Seconds for one attempt of one call; null: no limit.
   * Default: `120`.
   */
  readonly requestTimeout?: number | null | undefined;
  /**
   * Most turns of a walk through a scenario; the limit of the scenario itself counts where it is lower.
   * Default: `20`.
   */
  readonly scenarioTurnLimit?: number | undefined;
  /**
   * What a run that is gone on with does with walks that were cut short: `go_on` after the last finished
   * turn, or `begin_again`; walks in folders always begin again.
   * Default: `"go_on"`.
   */
  readonly scenarioResume?: "go_on" | "begin_again" | undefined;
  /**
   * What to do where recorded replies do not fit. Not in this version: only the default is taken.
   * Default: `"fall_through"`.
   */
  readonly replayParseOnHydrationMismatch?: "fall_through" | "strict" | undefined;
  /**
   * Retries per category of transport failure.
   * Default: 3 retries for `connection` and `timeout`, 5 for `rateLimit`, 2 for `serverError`.
   */
  readonly retryPolicy?: RetryPolicyConfig | undefined;
  /**
   * How errors of models' servers are classified by their texts. Not in this version: only the default is
   * taken.
   * Default: `[]`.
   */
  readonly customErrorPatterns?: readonly ErrorPatternConfig[] | undefined;
  /**
   * No effect: what an outage has cut short is put back until the model is there.
   * Default: `5`.
   */
  readonly maxRequeueCount?: number | undefined;
  /** Follows from the mode; when given it must agree with it. */
  readonly rubricEnabled?: boolean | undefined;
}

/** The settings of a run that have a default. */
export type SettingWithDefault = Exclude<
  keyof VerificationConfig,
  | "answeringModels"
  | "prompts"
  | "parsingModels"
  | "deepJudgmentEnabled"
  | "promptConfig"
  | "generationInstructions"
  | "parsingInstructions"
  | "abstentionDetectionInstructions"
  | "sufficiencyDetectionInstructions"
  | "rubricEvaluationInstructions"
  | "agenticParsingInstructions"
  | "deepJudgmentInstructions"
  | "retryPolicy"
  | "rubricEnabled"
>;

/** Single values that replace parts of a configuration. One that is not given changes nothing. */
export interface ConfigOverrides {
  /** Which examples are shown before a question; `off`: none at all. */
  readonly fewShotMode?: "off" | FewShotConfig["poolMode"];
  /** How many examples `k-shot` draws; without a mode it means `k-shot`. */
  readonly fewShotK?: number | undefined;
  /** Its id in results. */
  readonly answeringId?: ModelConfig["id"] | undefined;
  /** Its id in results. */
  readonly parsingId?: ModelConfig["id"] | undefined;
  /** Its vendor: openai, anthropic, google. */
  readonly answeringProvider?: ModelConfig["modelProvider"] | undefined;
  /** Its vendor. */
  readonly parsingProvider?: ModelConfig["modelProvider"] | undefined;
  /** Model under test. */
  readonly answeringModel?: ModelConfig["modelName"] | undefined;
  /** Model that judges answers. */
  readonly parsingModel?: ModelConfig["modelName"] | undefined;
  /** Sampling temperature of both models. */
  readonly temperature?: ModelConfig["temperature"] | undefined;
  /** Longest reply of both models. */
  readonly maxTokens?: ModelConfig["maxTokens"] | undefined;
  /**
   * How both are reached: ai_sdk, openai_endpoint, openrouter, manual, program, http, replay, langchain,
   * claude_tool, llama_cpp, workspace_agent, claude_agent_sdk, langchain_deep_agents.
   */
  readonly interface?: ModelConfig["interface"] | undefined;
  /** The same for the model under test. */
  readonly answeringInterface?: ModelConfig["interface"] | undefined;
  /** The same for the judge. */
  readonly parsingInterface?: ModelConfig["interface"] | undefined;
  /** MCP server for the model under test: a URL with -H headers, or a command; may be repeated. */
  readonly mcpServers?: ModelConfig["mcpUrlsDict"] | undefined;
  /** Only these of its tools, separated by commas. */
  readonly mcpToolFilter?: ModelConfig["mcpToolFilter"] | undefined;
  /** OpenAI-compatible server of both models. */
  readonly baseUrl?: ModelConfig["endpointBaseUrl"] | undefined;
  /** The same for the model under test. */
  readonly answeringBaseUrl?: ModelConfig["endpointBaseUrl"] | undefined;
  /** The same for the judge. */
  readonly parsingBaseUrl?: ModelConfig["endpointBaseUrl"] | undefined;
  /** Environment variable that holds the key of both models. */
  readonly apiKeyEnv?: ModelConfig["apiKeyEnv"] | undefined;
  /** The same for the model under test. */
  readonly answeringApiKeyEnv?: ModelConfig["apiKeyEnv"] | undefined;
  /** The same for the judge. */
  readonly parsingApiKeyEnv?: ModelConfig["apiKeyEnv"] | undefined;
  /** Calls begun each minute at most, of each model. */
  readonly requestsPerMinute?: ModelConfig["requestsPerMinute"] | undefined;
  /** Tokens used each minute at most, of each model. */
  readonly tokensPerMinute?: ModelConfig["tokensPerMinute"] | undefined;
  /** Take answers as they come, and keep what is cut off. */
  readonly stream?: ModelConfig["stream"] | undefined;
  /** Prepared answers in place of a model under test. */
  readonly manualTraces?: ModelConfig["manualTracesPath"] | undefined;
  /** Serve every model from a recording, without network. */
  readonly replay?: ModelConfig["replayFile"] | undefined;
  /** A program that is tested: a line of JSON in, one out. */
  readonly command?: ModelConfig["command"] | undefined;
  /** So many of its processes, which go on from question to question. */
  readonly commandProcesses?: ModelConfig["commandProcesses"] | undefined;
  /** A service that is tested: its URL, with -H headers. */
  readonly http?: ModelConfig["http"] | undefined;
  /** How questions are sent to it. */
  readonly httpMethod?: ModelConfig["httpMethod"] | undefined;
  /** What is sent, with {{question}} in it. */
  readonly httpBody?: ModelConfig["httpBody"] | undefined;
  /** Where the answer stands in its reply, such as $.answer. */
  readonly httpAnswer?: ModelConfig["httpAnswer"] | undefined;
  /** Where the passages that it looked up stand. */
  readonly httpContexts?: ModelConfig["httpContexts"] | undefined;
  /** Where tokens and cost stand. */
  readonly httpUsage?: ModelConfig["httpUsage"] | undefined;
  /** Where the messages stand that led to the answer. */
  readonly httpTrace?: ModelConfig["httpTrace"] | undefined;
  /** Each model under test with each prompt of this YAML or JSON file. */
  readonly prompts?: VerificationConfig["prompts"] | undefined;
  /** How often each question is put to each model. */
  readonly replicateCount?: VerificationConfig["replicateCount"] | undefined;
  /** Only these traits, by name, separated by commas. */
  readonly rubricTraitNames?: VerificationConfig["rubricTraitNames"] | undefined;
  /** Traits asked about together, or one by one. */
  readonly rubricEvaluationStrategy?: VerificationConfig["rubricEvaluationStrategy"] | undefined;
  /** What is judged. */
  readonly evaluationMode?: VerificationConfig["evaluationMode"] | undefined;
  /** Judge everything the model said. */
  readonly useFullTraceForTemplate?: VerificationConfig["useFullTraceForTemplate"] | undefined;
  /** Judge the qualities of everything the model said. */
  readonly useFullTraceForRubric?: VerificationConfig["useFullTraceForRubric"] | undefined;
  /** Let the judge detect refusals. */
  readonly abstention?: VerificationConfig["abstentionEnabled"] | undefined;
  /** Let the judge detect answers that lack what the template asks for. */
  readonly sufficiency?: VerificationConfig["sufficiencyEnabled"] | undefined;
  /** Ask about refusal and sufficiency in one call. */
  readonly combinedChecks?: VerificationConfig["combinedChecks"] | undefined;
  /** Compare failed answers by meaning. */
  readonly embeddingCheck?: VerificationConfig["embeddingCheckEnabled"] | undefined;
  /** Such as openai/text-embedding-3-small. */
  readonly embeddingModel?: VerificationConfig["embeddingCheckModel"] | undefined;
  /** Similarity that counts as equal, 0 to 1. */
  readonly embeddingThreshold?: VerificationConfig["embeddingCheckThreshold"] | undefined;
  /** Its server; default: --base-url. */
  readonly embeddingBaseUrl?: VerificationConfig["embeddingCheckBaseUrl"] | undefined;
  /** Environment variable with its key. */
  readonly embeddingApiKeyEnv?: VerificationConfig["embeddingCheckApiKeyEnv"] | undefined;
  /** Several tasks at the same time. */
  readonly asyncExecution?: VerificationConfig["asyncEnabled"] | undefined;
  /** Tasks worked on at the same time. */
  readonly asyncWorkers?: VerificationConfig["asyncMaxWorkers"] | undefined;
  /**
   * Model calls in flight at the same time, over all models; null: no limit.
   * Default: `null`. Environment variable: `KARENINA_MAX_CONCURRENT_LLM_REQUESTS`.
   */
  readonly maxConcurrentRequests?: VerificationConfig["maxConcurrentRequests"] | undefined;
  /** After so many seconds nothing new starts. */
  readonly maxTime?: VerificationConfig["batchTimeoutSeconds"] | undefined;
  /** What the run may spend, in US dollars. */
  readonly maxCost?: VerificationConfig["maxCost"] | undefined;
  /** How many tokens the run may use, prompts and replies together. */
  readonly maxTotalTokens?: VerificationConfig["maxTotalTokens"] | undefined;
  /** How many replies of models the run may use. */
  readonly maxCalls?: VerificationConfig["maxCalls"] | undefined;
  /** Prices of models, from this YAML or JSON file. */
  readonly prices?: VerificationConfig["modelPrices"] | undefined;
  /** Ask every model a few words first, and begin only where all can be used. */
  readonly preflight?: VerificationConfig["preflight"] | undefined;
  /** How long a model that cannot be reached is waited for. */
  readonly outagePatience?: VerificationConfig["outagePatienceSeconds"] | undefined;
  /** Order of the tasks. */
  readonly taskOrdering?: VerificationConfig["taskOrdering"] | undefined;
  /** From passages, or just reasoned. */
  readonly deepJudgmentMode?: VerificationConfig["deepJudgmentMode"] | undefined;
  /** At most so many passages for each field. */
  readonly deepJudgmentMaxExcerpts?: VerificationConfig["deepJudgmentMaxExcerptsPerAttribute"] | undefined;
  /** Similarity that counts as found, 0 to 1. */
  readonly deepJudgmentFuzzyThreshold?: VerificationConfig["deepJudgmentFuzzyMatchThreshold"] | undefined;
  /** How often passages are asked for again. */
  readonly deepJudgmentRetryAttempts?: VerificationConfig["deepJudgmentExcerptRetryAttempts"] | undefined;
  /** Parts of a trace that may be quoted. */
  readonly deepJudgmentSources?: VerificationConfig["deepJudgmentExcerptSources"] | undefined;
  /** Look the passages up outside the answer. */
  readonly deepJudgmentSearch?: VerificationConfig["deepJudgmentSearchEnabled"] | undefined;
  /** Tavily, ./search.ts, mcp:<server>#<tool>. */
  readonly deepJudgmentSearchTool?: VerificationConfig["deepJudgmentSearchTool"] | undefined;
  /** Fields asked about together, or one by one. */
  readonly deepJudgmentStrategy?: VerificationConfig["deepJudgmentStrategy"] | undefined;
  /** At most so many passages for each trait. */
  readonly deepJudgmentRubricMaxExcerpts?: VerificationConfig["deepJudgmentRubricMaxExcerptsDefault"] | undefined;
  /** Similarity that counts as found, 0 to 1. */
  readonly deepJudgmentRubricFuzzyThreshold?: VerificationConfig["deepJudgmentRubricFuzzyMatchThresholdDefault"] | undefined;
  /** How often they are asked for again. */
  readonly deepJudgmentRubricRetryAttempts?: VerificationConfig["deepJudgmentRubricExcerptRetryAttemptsDefault"] | undefined;
  /** Parts that may be quoted. */
  readonly deepJudgmentRubricSources?: VerificationConfig["deepJudgmentRubricExcerptSources"] | undefined;
  /** Look the passages of every such trait up. */
  readonly deepJudgmentRubricSearch?: VerificationConfig["deepJudgmentRubricSearchEnabled"] | undefined;
  /** Tavily, ./search.ts, mcp:<server>#<tool>. */
  readonly deepJudgmentRubricSearchTool?: VerificationConfig["deepJudgmentRubricSearchTool"] | undefined;
  /** Which traits are judged from passages. */
  readonly deepJudgmentRubricMode?: VerificationConfig["deepJudgmentRubricMode"] | undefined;
  /** With enable_all: ask for passages. */
  readonly deepJudgmentRubricExcerpts?: VerificationConfig["deepJudgmentRubricGlobalExcerpts"] | undefined;
  /** With custom: settings of single traits as JSON. */
  readonly deepJudgmentRubricConfig?: VerificationConfig["deepJudgmentRubricConfig"] | undefined;
  /** Together, or one by one. */
  readonly deepJudgmentRubricStrategy?: VerificationConfig["deepJudgmentRubricStrategy"] | undefined;
  /**
   * Which examples are shown before a question; null: none.
   * Default: `null`.
   */
  readonly fewShotConfig?: VerificationConfig["fewShotConfig"] | undefined;
  /** The judge looks into the workspace before it fills the template in. */
  readonly agenticParsing?: VerificationConfig["agenticParsing"] | undefined;
  /** Always, or where the answer alone leaves doubts. */
  readonly agenticParsingTrigger?: VerificationConfig["agenticParsingTrigger"] | undefined;
  /** What the judge is shown. */
  readonly agenticJudgeContext?: VerificationConfig["agenticJudgeContext"] | undefined;
  /** Model calls of one investigation. */
  readonly agenticParsingMaxTurns?: VerificationConfig["agenticParsingMaxTurns"] | undefined;
  /** Limit of one investigation. */
  readonly agenticParsingTimeout?: VerificationConfig["agenticParsingTimeout"] | undefined;
  /** Give the judge the trace as a file. */
  readonly agenticParsingMaterializeTrace?: VerificationConfig["agenticParsingMaterializeTrace"] | undefined;
  /** Leave that file in the workspace. */
  readonly agenticParsingPersistTrace?: VerificationConfig["agenticParsingPersistTrace"] | undefined;
  /** An investigation for each trait, or one. */
  readonly agenticRubricStrategy?: VerificationConfig["agenticRubricStrategy"] | undefined;
  /** Several investigations of an answer at the same time. */
  readonly agenticRubricParallel?: VerificationConfig["agenticRubricParallel"] | undefined;
  /** Agents work in copies of the questions' folders. */
  readonly workspaceCopy?: VerificationConfig["workspaceCopy"] | undefined;
  /** Remove those copies. */
  readonly workspaceCleanup?: VerificationConfig["workspaceCleanup"] | undefined;
  /** What is kept of workspaces. */
  readonly workspaceOutputMode?: VerificationConfig["workspaceOutputMode"] | undefined;
  /** Where it is kept; default: workspaces beside the results. */
  readonly workspaceOutputDir?: VerificationConfig["workspaceOutputDir"] | undefined;
  /** Never counts as produced; may be repeated. */
  readonly workspaceOutputExcludePatterns?: VerificationConfig["workspaceOutputExcludePatterns"] | undefined;
  /** Limit of one attempt of one model call. */
  readonly requestTimeout?: VerificationConfig["requestTimeout"] | undefined;
  /** Most turns of a walk through a scenario. */
  readonly scenarioTurnLimit?: VerificationConfig["scenarioTurnLimit"] | undefined;
  /** With --resume: what becomes of walks that were cut short. */
  readonly scenarioResume?: VerificationConfig["scenarioResume"] | undefined;
}
