export { messagesOf, RecordedAnswer } from "./answer-file.ts";
