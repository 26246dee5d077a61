import type { AgentPort, LlmPort, ParserPort, ToolSource } from "../ports/index.ts";
import type { ModelPrompt } from "../prompt/index.ts";
import type { ModelIdentity } from "../result/index.ts";

/** What both roles of a model have. */
interface ConnectedModel {
  /** Unique among the models of its role in one run. */
  readonly id: string;
  readonly identity: ModelIdentity;
  readonly systemPrompt: string | null;
  /** Wall-clock limit of one call, in milliseconds; undefined: no limit. */
  readonly requestTimeoutMs: number | undefined;
  /** How many repeated calls each transport category is allowed; for the results. */
  readonly retryBudget: { readonly [category: string]: number };
}

/** A model under test, reached by plain calls or as an agent. */
export interface AnsweringModel extends ConnectedModel {
  /** Which prompt of the run it is asked with. Absent: the run has none. */
  readonly prompt?: ModelPrompt;
  readonly connection:
    | { readonly kind: "llm"; readonly llm: LlmPort }
    | {
        readonly kind: "agent";
        readonly agent: AgentPort;
        readonly maxTurns: number;
        readonly timeoutMs: number;
        /** Tools of MCP servers; null: none. */
        readonly tools: ToolSource | null;
        /** It is given the files of questions, where the run has folders for them. Default false. */
        readonly takesFiles?: boolean;
      };
  /** False: answers of plain calls are waited for as a whole. Default: they are taken as streams where that is offered. */
  readonly stream?: boolean;
  /** The answers were recorded beforehand; their traces are taken as they are. */
  readonly recorded: boolean;
  /** What answers may be a plain model: a text alone says nothing of calls of tools. Default false. */
  readonly mayBePlain?: boolean;
}

/** A judge: a model that fills templates and answers questions about an answer. */
export interface ParsingModel extends ConnectedModel {
  readonly llm: LlmPort;
  readonly parser: ParserPort;
  /** The same model as an agent that looks for itself; null: it cannot. */
  readonly agent: AgentPort | null;
}
