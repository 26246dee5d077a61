import { type Clock, type JsonObject, loadPackage, startDeadline, systemClock } from "../../base/index.ts";
import { malformedReply } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import { isEmptyReply } from "../replies/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { type ConnectionOptions, connect } from "./connection.ts";
import type { SdkModel } from "./providers/index.ts";

/** A model reached through the AI SDK. */
export interface AiSdkLlmOptions extends ConnectionOptions {
  readonly temperature?: number;
  /** Most tokens of a reply. Default: the vendor's. */
  readonly maxTokens?: number;
  /** Limit of one attempt in milliseconds, unless the request has its own. Default: none. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/** Everything of the SDK this adapter calls, imported with the first request. */
const loadSdk = () =>
  loadPackage("ai", async () => {
    const [sdk, request, reply, error] = await Promise.all([
      import("ai"),
      import("./request.ts"),
      import("./reply.ts"),
      import("./error.ts"),
    ]);
    return { ...sdk, ...request, ...reply, ...error };
  });

/**
 * A model of OpenAI, Anthropic, Google or OpenRouter. Tries each call once: repeating is the retry layer's work.
 * Throws `KareninaError` with code `missing_key` or `configuration` at once; a missing package shows at the first call.
 *
 * @example
 * await using llm = createAiSdkLlm({ provider: "anthropic", modelName: "claude-haiku-4-5" });
 */
export function createAiSdkLlm(options: AiSdkLlmOptions): LlmPort {
  const { clock = systemClock } = options;
  const connection = connect(options);
  const { signatures } = connection.provider;
  let model: Promise<SdkModel> | undefined;

  const openModel = async (sdk: Awaited<ReturnType<typeof loadSdk>>) => {
    const opened = (await connection.open()).model(options.modelName);
    // Warnings about single settings would be printed once per call.
    const wrapGenerate = async ({
      doGenerate,
    }: {
      doGenerate: () => ReturnType<typeof opened.doGenerate>;
    }) => ({
      ...(await doGenerate()),
      warnings: [],
    });
    return sdk.wrapLanguageModel({ model: opened, middleware: { specificationVersion: "v4", wrapGenerate } });
  };

  const send = async (request: LlmRequest): Promise<LlmReply> => {
    const sdk = await loadSdk();
    model ??= openModel(sdk);
    const opened = await model;
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const temperature = request.temperature ?? options.temperature;
    const maxOutputTokens = request.maxTokens ?? options.maxTokens;
    let json: string | undefined;
    const structured =
      request.responseSchema &&
      sdk.structuredOutput(request.responseSchema, (text) => {
        json = text;
      });
    using deadline = startDeadline(timeoutMs, request.signal);
    const startedAt = clock.monotonic();
    request.observer?.started?.();
    try {
      const result = await sdk.generateText({
        model: opened,
        ...sdk.sdkMessages(request.messages, signatures),
        ...(request.tools?.length ? { tools: sdk.sdkTools(request.tools) } : {}),
        maxRetries: 0,
        abortSignal: deadline.signal,
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(structured === undefined ? {} : { output: structured.output }),
        providerOptions: mergedOptions(structured?.providerOptions, options.providerOptions),
      });
      const reply = sdk.llmReplyOf(result, { signatures, text: json });
      if (isEmptyReply(reply)) throw malformedReply(connection.site, "no reply in its body", 200);
      const durationMs = clock.monotonic() - startedAt;
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    } catch (error) {
      throw sdk.errorOfSdk(connection.site, error, { deadline, timeoutMs }, clock);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: true },
    generate: withPromptFallback(send),
    [Symbol.asyncDispose]: () => connection.client[Symbol.asyncDispose](),
  };
}

type VendorOptions = { readonly [provider: string]: JsonObject };

function mergedOptions(
  ours: VendorOptions = {},
  users: VendorOptions = {},
): Record<string, Record<string, never>> {
  const names = new Set([...Object.keys(ours), ...Object.keys(users)]);
  const merged = Object.fromEntries([...names].map((name) => [name, { ...ours[name], ...users[name] }]));
  // Our JSON is readonly all the way down, the SDK's is not; it does not write to it.
  return merged as Record<string, Record<string, never>>;
}
