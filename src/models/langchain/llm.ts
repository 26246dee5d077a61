import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage } from "@langchain/core/messages";
import { KareninaError, loadPackage, startDeadline, systemClock } from "../../base/index.ts";
import { malformedReply } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { Message } from "../../trace/index.ts";
import type { AttemptOptions } from "../definition/index.ts";
import { countToolCalls, isEmptyReply } from "../replies/index.ts";
import { schemaInPrompt, withPromptFallback } from "../structured/index.ts";
import { type ChatModelOptions, connectChatModel } from "./chat-model.ts";

/** A model reached through LangChain.js. */
export interface LangChainLlmOptions extends ChatModelOptions, AttemptOptions {}

/** Everything of LangChain this adapter calls, imported with the first request. */
const loadLangChain = () =>
  loadPackage("@langchain/core", async () => {
    const [request, reply, error, tracing] = await Promise.all([
      import("./request.ts"),
      import("./reply.ts"),
      import("./error.ts"),
      import("./untraced.ts"),
    ]);
    return { ...request, ...reply, ...error, ...tracing };
  });

/**
 * A model of any vendor with a LangChain.js package. Tries each call once: repeating is the retry layer's work.
 * Nothing is sent to LangSmith, whatever the environment says. Throws `KareninaError` with code `missing_key` or
 * `configuration` at once; a missing package shows at the first call.
 *
 * @example
 * await using llm = createLangChainLlm({ provider: "anthropic", modelName: "claude-haiku-4-5" });
 */
export function createLangChainLlm(options: LangChainLlmOptions): LlmPort {
  const { clock = systemClock, modelName } = options;
  const source = connectChatModel(options);
  const { name: provider, takesSchema: structuredOutput } = source.provider;
  const models = new Map<string, Promise<BaseChatModel>>();
  const originals = new WeakMap<Message, AIMessage>();

  const modelFor = ({ temperature, maxTokens }: LlmRequest) => {
    const key = `${temperature} ${maxTokens}`;
    const opened = models.get(key) ?? source.open({ temperature, maxTokens, keepRaw: true });
    models.set(key, opened);
    return opened;
  };

  const send = async (request: LlmRequest): Promise<LlmReply> => {
    const langChain = await loadLangChain();
    const model = await modelFor(request);
    const native = structuredOutput && !usesResponses(model);
    const { messages } = native ? request : schemaInPrompt(request);
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    using deadline = startDeadline(timeoutMs, request.signal);
    const startedAt = clock.monotonic();
    request.observer?.started?.();
    try {
      const said = await langChain.untraced(() =>
        boundTo(model, langChain.chatTools(request.tools ?? [])).invoke(
          langChain.chatMessages(messages, { provider, originals }),
          {
            signal: deadline.signal,
            callbacks: [langChain.noTracer],
            ...(native ? langChain.schemaCallOptions(provider, request) : {}),
          },
        ),
      );
      const reply = langChain.llmReplyOf(said, { modelName, earlierCalls: countToolCalls(request.messages) });
      if (isEmptyReply(reply)) throw malformedReply(source.site, "no reply in its body", 200);
      if (isWhole(said)) originals.set(reply.message, said);
      const durationMs = clock.monotonic() - startedAt;
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    } catch (error) {
      throw langChain.errorOfLangChain(source.site, error, { deadline, timeoutMs }, clock);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput, tools: true },
    generate: structuredOutput ? withPromptFallback(send) : send,
    [Symbol.asyncDispose]: () => source.client[Symbol.asyncDispose](),
  };
}

type Tools = Parameters<NonNullable<BaseChatModel["bindTools"]>>[0];

function boundTo(model: BaseChatModel, tools: Tools) {
  if (tools.length === 0) return model;
  if (model.bindTools === undefined) {
    throw new KareninaError(
      "configuration",
      "This model's package cannot ask with tools, and there are some.",
      {
        hint: "Choose another provider, or leave the tools out.",
      },
    );
  }
  return model.bindTools(tools);
}

/**
 * OpenAI's client cannot be kept from reading JSON itself on its responses interface, and fails on what it cannot read;
 * there the schema goes into the prompt.
 */
function usesResponses(model: BaseChatModel): boolean {
  const asks: unknown = Reflect.get(model, "_useResponsesApi");
  return typeof asks === "function" && asks.call(model, {}) === true;
}

/** A call the package could not read, or that has no id, has to be written anew when it goes back. */
const isWhole = ({ tool_calls = [], invalid_tool_calls = [] }: AIMessage): boolean =>
  invalid_tool_calls.length === 0 && tool_calls.every(({ id }) => id);
