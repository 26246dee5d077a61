import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GrammarSchema } from "../grammar-schema.ts";
import type { ChatItem, ChatOutput, GenerateOptions, LlamaCppPackage, Sequence } from "../package.ts";

/** What a scripted chat does with a conversation. */
export type ChatScript = (
  history: readonly ChatItem[],
  options: GenerateOptions,
) => Partial<ChatOutput> | Promise<Partial<ChatOutput>>;

/** A stand-in for node-llama-cpp: a token is a character of the conversation, and a reply has three. */
interface ScriptedPackage {
  readonly load: () => Promise<LlamaCppPackage>;
  /** What was opened and closed, in order. */
  readonly events: readonly string[];
  readonly generations: readonly {
    readonly history: readonly ChatItem[];
    readonly options: GenerateOptions;
  }[];
  readonly grammars: readonly GrammarSchema[];
}

interface Meter {
  usedInputTokens: number;
  usedOutputTokens: number;
}

const newMeter = (): Meter => ({ usedInputTokens: 0, usedOutputTokens: 0 });

/** Makes a stand-in; `loadModel` may throw. */
export function scriptedPackage(
  script: ChatScript = () => ({ response: "BCL2" }),
  loadModel: () => void = () => {},
): ScriptedPackage {
  const events: string[] = [];
  const generations: { history: readonly ChatItem[]; options: GenerateOptions }[] = [];
  const grammars: GrammarSchema[] = [];
  const meters = new WeakMap<Sequence, Meter>();

  class LlamaChat {
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { readonly chatHistory: readonly ChatItem[] }) => {
        const text = chatHistory.map((item) => ("text" in item ? item.text : "")).join("");
        return { contextText: { tokenize: () => Array.from(text, (_, index) => index) } };
      },
    };
    private readonly meter: Meter;

    constructor({ contextSequence }: ConstructorParameters<LlamaCppPackage["LlamaChat"]>[0]) {
      this.meter = meters.get(contextSequence) ?? newMeter();
    }

    async generateResponse(history: readonly ChatItem[], options: GenerateOptions): Promise<ChatOutput> {
      generations.push({ history, options });
      const prompt = this.chatWrapper.generateContextState({ chatHistory: history }).contextText;
      const said = await script(history, options);
      this.meter.usedInputTokens += prompt.tokenize().length - 1;
      this.meter.usedOutputTokens += 3;
      return {
        response: "",
        fullResponse: [said.response ?? ""],
        metadata: { stopReason: "eogToken" },
        ...said,
      };
    }
  }

  const context = (contextSize: number) => ({
    contextSize,
    getSequence() {
      const meter = newMeter();
      const sequence: Sequence = {
        tokenMeter: { getState: () => ({ ...meter }) },
        async clearHistory() {},
      };
      meters.set(sequence, meter);
      return sequence;
    },
    async dispose() {
      events.push("close context");
    },
  });

  const weights = {
    tokenizer: null,
    trainContextSize: 2048,
    async createContext({ sequences, contextSize }: { sequences: number; contextSize: number }) {
      events.push(`open context ${contextSize} × ${sequences}`);
      return context(contextSize);
    },
    async dispose() {
      events.push("close model");
    },
  };

  return {
    events,
    generations,
    grammars,
    load: async () => ({
      LlamaChat,
      getLlama: async () => ({
        async loadModel() {
          events.push("open model");
          loadModel();
          return weights;
        },
        async createGrammarForJsonSchema(schema) {
          grammars.push(schema);
          return { grammar: "root" };
        },
        async dispose() {
          events.push("close library");
        },
      }),
    }),
  };
}

/** A file that begins like a model; removed when disposed. */
export async function modelFile(
  content: string | Uint8Array = "GGUF\u0003",
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "karenina-gguf-"));
  const path = join(folder, "tiny.gguf");
  await writeFile(path, content);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
