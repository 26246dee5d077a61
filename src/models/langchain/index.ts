export type { ChatModelOptions, ChatModelSource, ChatModelVariant } from "./chat-model.ts";
export { connectChatModel } from "./chat-model.ts";
export { errorOfLangChain } from "./error.ts";
export { createLangChainLlm } from "./llm.ts";
export type { LangChainProvider } from "./providers.ts";
export { knownLangChainProvider, langChainProviderOf, langChainProviders } from "./providers.ts";
export { llmReplyOf, usageOf } from "./reply.ts";
export { chatMessages } from "./request.ts";
export { noTracer, untraced } from "./untraced.ts";
