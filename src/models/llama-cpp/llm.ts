import { basename } from "node:path";
import { type Clock, startDeadline, systemClock, untilAborted } from "../../base/index.ts";
import { cancelledError } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { Usage } from "../../trace/index.ts";
import { contextFull, contextTooLong, generationError } from "./error.ts";
import { grammarSchema } from "./grammar-schema.ts";
import {
  createLlamaCppModels,
  type LlamaCppModelOptions,
  type LlamaCppModels,
  type LoadedModel,
  type Seat,
} from "./models.ts";
import type { ChatItem, GenerateOptions } from "./package.ts";
import { llmReplyOf } from "./reply.ts";
import { chatFunctions, chatHistory } from "./request.ts";
import type { Shared } from "./sharing.ts";

/** A model in this process. */
interface LlamaCppLlmOptions extends LlamaCppModelOptions {
  /** Where the model is loaded. Default: for this port alone. */
  readonly models?: LlamaCppModels;
  /** Default 0: always the likeliest word. */
  readonly temperature?: number;
  /** Most tokens of a reply. Default: what the context has room for. */
  readonly maxTokens?: number;
  /** Makes replies at a temperature above 0 repeatable. Default: another one for each reply. */
  readonly seed?: number;
  /**
   * Keeps what a prompt has in common with the one before, which saves time. Default false: a reply then depends on its
   * request alone, to the last digit.
   */
  readonly reusePrompt?: boolean;
  /** Limit of one reply in milliseconds, from the start of the work on it, unless the request has its own. Default: none. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Numbers from 0 up to 1, for seeds. */
  readonly random?: () => number;
}

/** Tokens the template puts behind a reply need room too. */
const endTokens = 8;

/**
 * A model in GGUF format that runs inside this process, through llama.cpp: no server, no key. JSON replies are held to
 * their schema by a grammar. The model is loaded with the first request; loading and waiting for others are not part of
 * a request's time limit. Prompts that do not fit the context are refused, never shortened.
 *
 * @example
 * await using llm = createLlamaCppLlm({ modelPath: "SmolLM2-135M-Instruct.Q4_1.gguf", maxTokens: 200 });
 * const reply = await llm.generate({ messages: [userMessage("Hello")] });
 */
export function createLlamaCppLlm(options: LlamaCppLlmOptions): LlmPort {
  const { clock = systemClock, random = Math.random, modelPath } = options;
  const own = options.models === undefined ? createLlamaCppModels() : undefined;
  const models = options.models ?? own;
  const modelName = basename(modelPath, ".gguf");
  let opening: Promise<Shared<LoadedModel>> | undefined;

  const opened = () => {
    if (models === undefined) throw cancelledError();
    opening ??= models.open(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const settingsOf = (request: LlmRequest) => ({
    temperature: request.temperature ?? options.temperature ?? 0,
    seed: options.seed ?? Math.floor(random() * 2 ** 32),
    repeatPenalty: false as const,
  });

  const run = async (model: LoadedModel, seat: Seat, request: LlmRequest, signal: AbortSignal) => {
    const history = chatHistory(request);
    const functions = chatFunctions(request.tools);
    const promptTokens = countPrompt(model, seat, history, functions);
    const room = model.contextSize - promptTokens - endTokens;
    if (room < 1) throw contextTooLong(modelPath, promptTokens, model.contextSize);
    if (options.reusePrompt !== true) await seat.sequence.clearHistory();
    const before = seat.sequence.tokenMeter.getState();
    const shared = {
      ...settingsOf(request),
      signal,
      maxTokens: Math.min(request.maxTokens ?? options.maxTokens ?? room, room),
      contextShift: {
        strategy: () => {
          throw contextFull(modelPath, model.contextSize);
        },
      },
    };
    const output = await seat.chat.generateResponse(history, {
      ...shared,
      ...(functions === undefined ? await grammarOf(model, request) : { functions }),
    });
    return { output, usage: usageSince(before, seat, promptTokens) };
  };

  const generate = async (request: LlmRequest): Promise<LlmReply> => {
    const { signal, observer } = request;
    if (signal?.aborted) throw cancelledError(signal.reason);
    const { value: model } = await untilAborted(opened(), signal, cancelledError);
    const lease = await model.seats.take(signal);
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    using deadline = startDeadline(timeoutMs, signal);
    const startedAt = clock.monotonic();
    observer?.started?.();
    const work = run(model, lease.value, request, deadline.signal);
    try {
      const { output, usage } = await deadline.race(work, cancelledError);
      const reply = llmReplyOf(output, { modelName, request, usage });
      observer?.finished?.({ usage, model: modelName, durationMs: clock.monotonic() - startedAt });
      return reply;
    } catch (error) {
      throw generationError(modelPath, error, { deadline, timeoutMs });
    } finally {
      // The library stops only between two tokens; until then the seat is taken, even if nobody waits for the reply.
      work.then(lease.release, lease.release);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: true },
    generate,
    async [Symbol.asyncDispose]() {
      const held = await opening?.catch(() => undefined);
      opening = undefined;
      await held?.[Symbol.asyncDispose]();
      await own?.[Symbol.asyncDispose]();
    },
  };
}

function countPrompt(
  model: LoadedModel,
  { chat }: Seat,
  history: readonly ChatItem[],
  functions: GenerateOptions["functions"],
): number {
  const answer: readonly ChatItem[] =
    history.at(-1)?.type === "model" ? [] : [{ type: "model", response: [] }];
  const { contextText } = chat.chatWrapper.generateContextState({
    chatHistory: [...history, ...answer],
    ...(functions && { availableFunctions: functions }),
  });
  return contextText.tokenize(model.tokenizer).length;
}

async function grammarOf({ llama }: LoadedModel, { responseSchema }: LlmRequest) {
  if (responseSchema === undefined) return {};
  return { grammar: await llama.createGrammarForJsonSchema(grammarSchema(responseSchema.schema)) };
}

/** The meter counts what was computed: all of a prompt but its last token, which is part of the first one generated. */
function usageSince(
  before: { readonly usedInputTokens: number; readonly usedOutputTokens: number },
  { sequence }: Seat,
  inputTokens: number,
): Usage {
  const after = sequence.tokenMeter.getState();
  const outputTokens = after.usedOutputTokens - before.usedOutputTokens;
  const reused = inputTokens - 1 - (after.usedInputTokens - before.usedInputTokens);
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(reused > 0 && { cacheReadTokens: reused }),
  };
}
