export type { ChatModelOptions, ChatModelSource } from "./chat-model.ts";
export { connectChatModel } from "./chat-model.ts";
export { chatModelOptions } from "./connect.ts";
export { errorOfLangChain } from "./error.ts";
export { createLangChainLlm } from "./llm.ts";
export { langChainProviderOf, langChainProviders } from "./providers.ts";
export { llmReplyOf, usageOf } from "./reply.ts";
export { chatMessages } from "./request.ts";
export { noTracer, untraced } from "./untraced.ts";
