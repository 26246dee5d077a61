import { type Clock, type JsonObject, loadPackage, startDeadline, systemClock } from "../../base/index.ts";
import { type CallSite, malformedReply, withPartialText } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { ReplyOptions, ResolvedModel, SdkLanguageModel } from "../definition/index.ts";
import { isEmptyReply, LlmReplyShape, withStreamFallback } from "../replies/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { type ConnectionOptions, connect } from "./connection.ts";
import { providerOptions } from "./provider-options.ts";
import { type SdkModel, type SignatureCodec, sdkProviders } from "./providers/index.ts";
import type { StreamedCalls } from "./streamed-call.ts";

/** A model reached through the AI SDK. */
interface AiSdkLlmOptions extends ConnectionOptions, ReplyOptions {}

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

/** A model object of the SDK, and what is known about it before the SDK is imported. */
interface SdkSource {
  readonly site: CallSite;
  readonly signatures: SignatureCodec | undefined;
  /** Absent for a model object that the program has made: whether it can be streamed it does not say. */
  readonly streamed?: StreamedCalls;
  open(): Promise<SdkModel>;
  close(): Promise<void>;
}

/**
 * A model of OpenAI, Anthropic, Google or OpenRouter. Tries each call once: repeating is the retry layer's work.
 * Throws `KareninaError` with code `missing_key` or `configuration` at once; a missing package shows at the first call.
 *
 * @example
 * await using llm = createAiSdkLlm({ provider: "anthropic", modelName: "claude-haiku-4-5" });
 */
export function createAiSdkLlm(options: AiSdkLlmOptions): LlmPort {
  const { site, provider, client, streamed, open } = connect(options);
  return sdkLlm(
    {
      site,
      signatures: provider.signatures,
      streamed,
      open: async () => (await open()).model(options.modelName),
      close: () => client[Symbol.asyncDispose](),
    },
    options,
  );
}

/**
 * A model object of the SDK that the program has made. It is used with the settings it was made with, and is not closed.
 *
 * @param settings what calls are made with; `extraKwargs` are settings under the vendor's name
 */
export function sdkModelLlm(
  given: SdkLanguageModel,
  { model, clock }: { readonly model: ResolvedModel; readonly clock: Clock },
): LlmPort {
  const vendor = sdkProviders.find(({ name }) => given.provider.startsWith(name));
  return sdkLlm(
    {
      site: {
        modelName: model.modelName,
        url: given.provider,
        keyName: vendor?.keyVariables[0],
        secrets: [],
      },
      signatures: vendor?.signatures,
      // what names a specification of the SDK keeps to it
      open: async () => given as unknown as SdkModel,
      close: async () => undefined,
    },
    {
      maxTokens: model.maxTokens,
      clock,
      temperature: model.temperature ?? undefined,
      providerOptions: providerOptions(model),
    },
  );
}

type CallSettings = Pick<
  AiSdkLlmOptions,
  "temperature" | "maxTokens" | "timeoutMs" | "clock" | "providerOptions"
>;

function sdkLlm({ site, signatures, streamed, open, close }: SdkSource, options: CallSettings): LlmPort {
  const { clock = systemClock } = options;
  let model: Promise<SdkModel> | undefined;

  const openModel = async (sdk: Awaited<ReturnType<typeof loadSdk>>) => {
    const opened = await open();
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
    let json: string | undefined;
    const structured =
      request.responseSchema &&
      sdk.structuredOutput(request.responseSchema, (text) => {
        json = text;
      });
    using deadline = startDeadline(timeoutMs, request.signal);
    const startedAt = clock.monotonic();
    request.observer?.started?.();
    const begun = () => request.observer?.firstToken?.({ afterMs: clock.monotonic() - startedAt });
    const stream = request.stream === true ? streamed?.begin(site, begun) : undefined;
    try {
      const asking = sdk.generateText({
        model:
          stream === undefined
            ? opened
            : sdk.wrapLanguageModel({
                model: opened,
                middleware: { specificationVersion: "v4", wrapGenerate: (ask) => stream.whole(ask) },
              }),
        ...sdk.sdkMessages(request.messages, signatures),
        ...(request.tools?.length ? { tools: sdk.sdkTools(request.tools) } : {}),
        maxRetries: 0,
        abortSignal: deadline.signal,
        temperature: request.temperature ?? options.temperature,
        ...(request.seed !== undefined && { seed: request.seed }),
        maxOutputTokens: request.maxTokens ?? options.maxTokens,
        output: structured?.output,
        providerOptions: mergedOptions(structured?.providerOptions, options.providerOptions),
      });
      // a model of the program's own may not listen to the signal
      const result = await deadline.race(asking);
      const reply = sdk.llmReplyOf(result, { signatures, text: json });
      if (isEmptyReply(reply)) throw malformedReply(site, "no reply in its body", 200);
      const [problem] = LlmReplyShape.safeParse(reply).error?.issues ?? [];
      if (problem !== undefined)
        throw malformedReply(site, `${problem.path.join(".")}: ${problem.message}`, 200);
      const durationMs = clock.monotonic() - startedAt;
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    } catch (error) {
      throw withPartialText(sdk.errorOfSdk(site, error, { deadline, timeoutMs }, clock), stream);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: true },
    generate: withStreamFallback(withPromptFallback(send)),
    [Symbol.asyncDispose]: close,
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
