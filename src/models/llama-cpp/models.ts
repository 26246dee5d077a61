import { open, realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { KareninaError, messageOf } from "../../base/index.ts";
import { contextError, loadError } from "./error.ts";
import {
  type Chat,
  type Llama,
  type LlamaCppPackage,
  loadLlamaCpp,
  type Sequence,
  type Weights,
} from "./package.ts";
import { createPool, type Pool } from "./pool.ts";
import { createSharing, type Shared } from "./sharing.ts";

/** How a model is held in memory. */
export interface LlamaCppModelOptions {
  /** A GGUF file. */
  readonly modelPath: string;
  /** Tokens of prompt and reply together. Default: 8192, or what the model was trained on if that is less. */
  readonly contextSize?: number;
  /**
   * Threads for computing. Default: half of the machine's processors, since threads that wait for each other on a
   * busy machine are many times slower than few threads.
   */
  readonly threads?: number;
  /** Layers computed on the graphics card. Default: as many as fit; none without one. */
  readonly gpuLayers?: number;
  /** Replies generated at the same time; more wait in line. Each takes memory for a whole context. Default 1. */
  readonly parallel?: number;
}

/** One of the conversations a loaded model can have at the same time. */
export interface Seat {
  readonly sequence: Sequence;
  readonly chat: Chat;
}

/** A model in memory, ready to answer. */
export interface LoadedModel {
  readonly llama: Llama;
  readonly tokenizer: unknown;
  readonly contextSize: number;
  readonly seats: Pool<Seat>;
}

/** The models of a run: each file is loaded once, however many use it. */
export interface LlamaCppModels extends AsyncDisposable {
  /**
   * Loads a model, or joins those who have it. Throws `KareninaError` with code `missing_dependency` without
   * node-llama-cpp, and `configuration` for a file that is missing or no model, or that does not fit into memory.
   */
  open(options: LlamaCppModelOptions): Promise<Shared<LoadedModel>>;
}

/** Where node-llama-cpp comes from. */
interface LlamaCppModelsOptions {
  /** Folder whose `node_modules` has node-llama-cpp. Default: wherever karenina's own packages are. */
  readonly packageFolder?: string;
  /** Replaces importing the package. */
  readonly load?: () => Promise<LlamaCppPackage>;
}

const defaultContextSize = 8192;
const magic = "GGUF";

interface Context extends LoadedModel {
  close(): Promise<void>;
}

/**
 * Nothing is loaded before the first model is opened. Weights are shared by file, contexts by file and settings;
 * whoever opens last closes. Disposing closes what is left.
 *
 * @example
 * await using models = createLlamaCppModels();
 * const answering = createLlamaCppLlm({ models, modelPath: "model.gguf", temperature: 0 });
 */
export function createLlamaCppModels(options: LlamaCppModelsOptions = {}): LlamaCppModels {
  const { load = () => loadLlamaCpp(options.packageFolder) } = options;
  const weights = createSharing<Weights>((each) => each.dispose());
  const contexts = createSharing<Context>((each) => each.close());
  let native: Promise<{ readonly library: LlamaCppPackage; readonly llama: Llama }> | undefined;
  /** What the library said last about why something failed; its exceptions do not say it. */
  let complaint = "";
  let loadFailed = false;

  const start = async () => {
    const library = await load();
    const llama = await library.getLlama({
      build: "never",
      skipDownload: true,
      progressLogs: false,
      logLevel: "error",
      maxThreads: 0,
      logger: (_, message) => {
        complaint = message.trim() || complaint;
      },
    });
    return { library, llama };
  };
  const started = () => {
    native ??= start().catch((error: unknown) => {
      native = undefined;
      throw KareninaError.isInstance(error) ? error : notStarted(error);
    });
    return native;
  };

  const openContext = async (asked: LlamaCppModelOptions, path: string): Promise<Context> => {
    const { library, llama } = await started();
    const { gpuLayers = "auto", parallel = 1, threads = defaultThreads() } = asked;
    complaint = "";
    const model = await weights
      .open(`${gpuLayers} ${path}`, () => llama.loadModel({ modelPath: path, gpuLayers }))
      .catch((error: unknown) => {
        loadFailed = true;
        throw loadError(path, error, complaint);
      });
    const contextSize = asked.contextSize ?? Math.min(defaultContextSize, model.value.trainContextSize);
    try {
      const context = await model.value.createContext({ sequences: parallel, contextSize, threads });
      const seats = createPool(
        Array.from({ length: parallel }, () => {
          const sequence = context.getSequence();
          return { sequence, chat: new library.LlamaChat({ contextSequence: sequence }) };
        }),
      );
      return {
        llama,
        tokenizer: model.value.tokenizer,
        contextSize: context.contextSize,
        seats,
        async close() {
          await seats.close();
          await context.dispose();
          await model[Symbol.asyncDispose]();
        },
      };
    } catch (error) {
      await model[Symbol.asyncDispose]();
      throw contextError(path, { contextSize, parallel }, error, complaint);
    }
  };

  return {
    async open(asked) {
      const path = await modelFile(asked.modelPath);
      const { contextSize, threads, gpuLayers, parallel } = asked;
      const key = JSON.stringify([path, contextSize, threads, gpuLayers, parallel]);
      return await contexts.open(key, () => openContext(asked, path));
    },
    async [Symbol.asyncDispose]() {
      await contexts[Symbol.asyncDispose]();
      await weights[Symbol.asyncDispose]();
      const running = await native?.catch(() => undefined);
      native = undefined;
      // node-llama-cpp never lets go of a model it failed to load, and would wait for it here for ever.
      if (!loadFailed) await running?.llama.dispose();
    },
  };
}

const defaultThreads = () => Math.max(1, Math.floor(availableParallelism() / 2));

const notStarted = (error: unknown) =>
  new KareninaError("missing_dependency", `node-llama-cpp could not be started: ${messageOf(error)}`, {
    hint: "Its program for this kind of machine comes as an optional package: install node-llama-cpp again with optional packages.",
    cause: error,
  });

/** The file itself, whatever links lead to it. */
async function modelFile(modelPath: string): Promise<string> {
  try {
    const path = await realpath(modelPath);
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    if (buffer.toString("latin1", 0, bytesRead) === magic) return path;
  } catch (error) {
    throw new KareninaError(
      "configuration",
      `The model file ${modelPath} cannot be read: ${messageOf(error)}.`,
      {
        hint: "Name an existing GGUF file as model_path.",
        cause: error,
      },
    );
  }
  throw new KareninaError(
    "configuration",
    `${modelPath} is not a GGUF file: it does not begin with "${magic}".`,
    {
      hint: "llama.cpp reads models in the GGUF format only.",
    },
  );
}
