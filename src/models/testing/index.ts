export { chatEvents } from "./chat-events.ts";
export { messageEvents } from "./message-events.ts";
export type { ModelServer, ServedHandler, ServedReply, ServedRequest } from "./model-server.ts";
export { startModelServer } from "./model-server.ts";
export type { OpenAiScript } from "./open-ai-server.ts";
export { startOpenAiServer } from "./open-ai-server.ts";
export type { Wire, WireCall, WireReply } from "./wire.ts";
export { anthropicWire, embeddingsReply, googleWire, openAiWire } from "./wire.ts";
