import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type JsonValue, KareninaError, loadPackage } from "../../base/index.ts";
import type { GrammarSchema } from "./grammar-schema.ts";

/** A call of a function inside a model's turn, with what it gave. */
export interface FunctionCallItem {
  readonly type: "functionCall";
  readonly name: string;
  readonly params: JsonValue;
  readonly result: JsonValue;
  readonly startsNewChunk: boolean;
}

/** One turn of a conversation, as node-llama-cpp takes it. */
export type ChatItem =
  | { readonly type: "system"; readonly text: string }
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly (string | FunctionCallItem)[] };

/** The functions a model may ask for, by name. */
export interface ChatFunctions {
  readonly [name: string]: { readonly description?: string; readonly params?: GrammarSchema };
}

/** Why a reply ended. */
export type StopReason =
  | "eogToken"
  | "stopGenerationTrigger"
  | "customStopTrigger"
  | "functionCalls"
  | "maxTokens"
  | "abort";

/** A reply as `LlamaChat` returns it, as far as it is read. */
export interface ChatOutput {
  readonly response: string;
  readonly fullResponse: readonly (
    | string
    | { readonly type: "segment"; readonly segmentType: string; readonly text: string }
  )[];
  readonly functionCalls?: readonly { readonly functionName: string; readonly params: JsonValue }[];
  readonly metadata: { readonly stopReason: StopReason };
}

/** A grammar that replies are held to. */
interface Grammar {
  readonly grammar: string;
}

/** How one reply is generated. */
export interface GenerateOptions {
  readonly temperature: number;
  readonly seed: number;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  readonly repeatPenalty: false;
  /** Called when the context is full; what it throws is what the call rejects with. */
  readonly contextShift: { readonly strategy: () => never };
  readonly grammar?: Grammar;
  readonly functions?: ChatFunctions;
}

/** One of the conversations a context holds side by side. */
export interface Sequence {
  readonly tokenMeter: {
    getState(): { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  };
  clearHistory(): Promise<void>;
}

/** A conversation with the model's own chat template. */
export interface Chat {
  readonly chatWrapper: {
    generateContextState(options: {
      readonly chatHistory: readonly ChatItem[];
      readonly availableFunctions?: ChatFunctions;
    }): { readonly contextText: { tokenize(tokenizer: unknown): readonly number[] } };
  };
  generateResponse(history: readonly ChatItem[], options: GenerateOptions): Promise<ChatOutput>;
}

/** Working memory for a model. */
interface Context {
  readonly contextSize: number;
  getSequence(): Sequence;
  dispose(): Promise<void>;
}

/** Loaded weights. */
export interface Weights {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  createContext(options: {
    readonly sequences: number;
    readonly contextSize: number;
    readonly threads: number;
  }): Promise<Context>;
  dispose(): Promise<void>;
}

/** The native library. */
export interface Llama {
  loadModel(options: { readonly modelPath: string; readonly gpuLayers: number | "auto" }): Promise<Weights>;
  createGrammarForJsonSchema(schema: GrammarSchema): Promise<Grammar>;
  dispose(): Promise<void>;
}

/** The part of node-llama-cpp that is called. Its own types are not used: it is not installed with karenina. */
export interface LlamaCppPackage {
  getLlama(options: {
    readonly build: "never";
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: "error";
    readonly maxThreads: number;
    readonly logger: (level: string, message: string) => void;
  }): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: Sequence }) => Chat;
}

const name = "node-llama-cpp";

/**
 * Imports node-llama-cpp, from the folder whose `node_modules` has it, or as any other package. Throws `KareninaError`
 * with code `missing_dependency` when it is not there.
 */
export async function loadLlamaCpp(folder: string | undefined): Promise<LlamaCppPackage> {
  const found: Partial<LlamaCppPackage> = await loadPackage(name, () => import(specifierIn(folder)));
  const { getLlama, LlamaChat } = found;
  if (getLlama !== undefined && LlamaChat !== undefined) return { getLlama, LlamaChat };
  throw new KareninaError("missing_dependency", `The package ${name} has no getLlama and LlamaChat.`, {
    hint: `Run: npm install ${name}@3`,
  });
}

/** The package's `exports` have a plain `node` entry, so that `require.resolve` finds what `import` would. */
function specifierIn(folder: string | undefined): string {
  if (folder === undefined) return name;
  return pathToFileURL(createRequire(join(resolve(folder), "package.json")).resolve(name)).href;
}
