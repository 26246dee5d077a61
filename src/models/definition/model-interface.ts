import type { Clock, Environment, JsonObject } from "../../base/index.ts";
import type { AgentTier, CommandRunner, MediaKind } from "../../ports/index.ts";
import type { ModelPrompt } from "../../prompt/index.ts";
import type { RetryPolicy } from "../../run/index.ts";
import type { Vendor, VendorFacts } from "../vendors/index.ts";
import type { AgentMiddlewareConfig } from "./agent-config.ts";
import type { ModelPrices } from "./model-prices.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { ReachSetting } from "./reach-settings.ts";
import type { ResolvedRuntime } from "./resolved-runtime.ts";

/** A way to reach models: what it is, and how it connects. */
export interface ModelInterface {
  /** As presets and options write it. */
  readonly name: string;
  /** In a few plain words. */
  readonly label: string;
  /** `deep_agent`: it works in a folder with tools of its own, and can judge by looking for itself. */
  readonly tier: AgentTier;
  /**
   * `network`: a small call tells whether it can be used. `program`: so does one, but a program has to be started for it.
   * `calls`: only the calls of a run tell, nothing else is asked of it. `here`: there is nothing to be reached.
   */
  readonly reached: "network" | "program" | "calls" | "here";
  /** Its answers were there before the run, whatever it is asked with. */
  readonly preparedAnswers?: boolean;
  /** It can only answer questions, not judge answers. */
  readonly answeringOnly?: boolean;
  /** It cannot be given the tools of MCP servers. */
  readonly withoutTools?: boolean;
  /** It is no model but something around one: it is given the files of questions, and settings for models of both sides are not for it. */
  readonly application?: boolean;
  /** It makes its model calls itself: they are neither recorded nor limited one by one. */
  readonly ownCalls?: boolean;
  /**
   * The files that its models take with a message, beside text, which stands in the message. Default: none. An application is
   * given every file, and an agent with a folder finds it there.
   */
  readonly mediaTypes?: readonly MediaKind[];
  /** Its replies say what they cost. */
  readonly tellsCost?: boolean;
  /** Its commands are kept inside by a sandbox of its own. */
  readonly ownSandbox?: boolean;
  /** The settings that say where its models are, with what each has to be given for; others have no meaning to it. */
  readonly takes: { readonly [Setting in keyof Pick<ResolvedModel, ReachSetting>]?: SettingUse };
  /** An agent that wraps a model which one of these reaches: the first whose own setting is given, else the last. */
  readonly wraps?: readonly string[];
  /** What a model of it needs, where what it takes does not say it. */
  readonly needs?: string;
  /** Who serves its models, where that is always the same. */
  readonly vendor?: VendorFacts;
  /** Who serves the models of a provider, where it reaches several; undefined for a provider that it does not know. */
  readonly vendorOf?: (provider: string) => Promise<VendorFacts | undefined>;
  /** The vendors that a user is offered, the most usual first, where it reaches several. */
  readonly vendors?: readonly [Vendor, ...Vendor[]];
  /** In plain words where the key is when no variable is named, where `vendor` does not say it; absent: there is none. */
  readonly unnamedKey?: string;
  /** It gives the same reply whenever it is asked the same: what helps in place of repeating a task. */
  readonly repeatHint?: string;
  /** Optional packages without which none of its models can be opened. */
  readonly packages?: readonly string[];
  /** `extra_kwargs` are settings of its client, which could say where requests go. */
  readonly extraIsClient?: boolean;
  /** It can be told how much of a file it is shown at once. */
  readonly cutsReading?: boolean;
  /** Opens the connection of a model. Throws at once for what would fail every call, such as a missing key. */
  readonly connect: Connect;
}

/** How an interface takes a setting. */
export interface SettingUse {
  /** What it is, where there is no model without it: `a file of prepared answers`. */
  readonly needed?: string;
  /** Only with this provider, or only with another than this. */
  readonly provider?: { readonly only: string } | { readonly except: string };
  /** It may be given and says nothing: it belongs to the model that was recorded. */
  readonly ignored?: boolean;
  /** A model that has the setting, and names no interface, is reached by this one. */
  readonly impliesInterface?: boolean;
}

/** What connections are made with. */
export interface ConnectContext {
  /** Variables of the environment, such as keys. */
  readonly environment: Environment;
  /** The time; tests move it by hand. */
  readonly clock: Clock;
  /** Uniform in 0..1, for backoff. */
  readonly random: () => number;
  /** Told what is worth knowing, a sentence at a time. */
  readonly notify: (text: string) => void;
  /** What several models of a run use, opened by the first of them and closed with the run. */
  readonly shared: <Resource extends AsyncDisposable>(
    key: string,
    open: () => Promise<Resource>,
  ) => Promise<Resource>;
  /** Opens the model that an agent wraps, as its own interface does. */
  readonly connectCalls: (model: ResolvedModel) => Promise<RawConnection>;
  /** Folders of which agents see nothing but their own workspace. */
  readonly hiddenPaths: readonly string[];
  /** What runs the commands of agents with this runtime, opened once; undefined: they have none. */
  readonly commandsOf: (runtime: ResolvedRuntime) => Promise<CommandRunner | undefined>;
}

/** Opens the connection of a model. */
export type Connect = (model: ResolvedModel, context: ConnectContext) => Promise<RawConnection>;

/** A model with every default filled in. */
export interface ResolvedModel {
  /** Its name in results. */
  readonly id: string;
  /** Name of the interface that it is reached by. */
  readonly interface: string;
  /** That interface. */
  readonly reachedBy: ModelInterface;
  /** The interface that answers its calls: for an agent that of the model it wraps, else the same. */
  readonly innerInterface: ModelInterface;
  /** The name at who serves it. */
  readonly modelName: string;
  /** Who serves it; null: nobody in particular. */
  readonly modelProvider: string | null;
  /** Null: the vendor's own default. */
  readonly temperature: number | null;
  /** Longest reply, in tokens. */
  readonly maxTokens: number;
  /** What it is told before every question; null: nothing. */
  readonly systemPrompt: string | null;
  /** How often a judge is asked again after a reply that cannot be read. */
  readonly maxRetries: number;
  /** Address of its server. */
  readonly endpointBaseUrl: string | null;
  /** Key of that server. */
  readonly endpointApiKey: string | null;
  /** Address of an Anthropic server. */
  readonly anthropicBaseUrl: string | null;
  /** Key of an Anthropic server. */
  readonly anthropicApiKey: string | null;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv: string | null;
  /** Settings of the interface itself. */
  readonly extraKwargs: JsonObject | null;
  /** Servers by name; null: none. */
  readonly mcpUrlsDict: Readonly<Record<string, string>> | null;
  /** Null: all tools. */
  readonly mcpToolFilter: readonly string[] | null;
  /** How tools are described, by name. */
  readonly mcpToolDescriptionOverrides: Readonly<Record<string, string>> | null;
  /** Seconds; null: 30. */
  readonly mcpHttpTimeout: number | null;
  /** Seconds; null: 300. */
  readonly mcpSseReadTimeout: number | null;
  /** Where the commands of an agent run. */
  readonly agentRuntime: ResolvedRuntime;
  /** As given; of it only the limits count, which stand below. */
  readonly agentMiddleware: AgentMiddlewareConfig | null;
  /** Model calls of one agent run. */
  readonly maxTurns: number;
  /** Tool calls of one agent run; null: no limit. */
  readonly toolCallLimit: number | null;
  /** Tokens of prompt and reply together. */
  readonly maxContextTokens: number | null;
  /** Seconds. */
  readonly agentTimeout: number;
  /** Null: no limit but that of its server. */
  readonly requestsPerMinute: number | null;
  /** Of prompts and replies together; null: no limit but that of its server. */
  readonly tokensPerMinute: number | null;
  /** Answers of plain calls are taken as streams where that is offered. */
  readonly stream: boolean;
  /** Seconds for one attempt; null: no limit. */
  readonly requestTimeout: number | null;
  /** Retries per category of transport failure. */
  readonly retryPolicy: RetryPolicy;
  /** File of prepared answers. */
  readonly manualTracesPath: string | null;
  /** File that holds the model itself. */
  readonly modelPath: string | null;
  /** File of recorded exchanges. */
  readonly replayFile: string | null;
  /** Command line of a program that is tested. */
  readonly command: string | null;
  /** So many processes of it answer one question after the other; null: one for each question. */
  readonly commandProcesses: number | null;
  /** Address of a service that is tested, with headers. */
  readonly http: string | null;
  /** How questions are sent to it. */
  readonly httpMethod: "POST" | "PUT" | "PATCH" | "GET";
  /** JSON with places for what is asked; null: the question alone. */
  readonly httpBody: string | null;
  /** Where in its reply the answer stands; null: the reply is the answer. */
  readonly httpAnswer: string | null;
  /** Where the passages stand that it looked up. */
  readonly httpContexts: string | null;
  /** Where tokens and cost stand. */
  readonly httpUsage: string | null;
  /** Where the messages stand that led to the answer. */
  readonly httpTrace: string | null;
  /** US dollars per million tokens. */
  readonly prices: ModelPrices | null;
  /** Which prompt of the run it is asked with; its system prompt stands above. Absent: the run has none. */
  readonly prompt?: ModelPrompt;
}
