export type { ChatModelOptions, ChatModelSource, ChatModelVariant } from "./chat-model.ts";
export { connectChatModel } from "./chat-model.ts";
export type { LangChainProvider } from "./providers.ts";
export { langChainProviderOf, langChainProviders } from "./providers.ts";
