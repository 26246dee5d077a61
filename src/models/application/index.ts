export type {
  AnswerDetails,
  AnswerFunction,
  AnswerRequest,
  AskedAttachment,
  Attachment,
  GivenAnswer,
} from "./answer-function.ts";
export { applicationAgent } from "./application-agent.ts";
export { readTold, ToldTrace, ToldUsage } from "./read-told.ts";
export { NoAnswer, Retry } from "./thrown.ts";
