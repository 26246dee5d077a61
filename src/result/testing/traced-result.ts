import type { Message } from "../../trace/index.ts";
import {
  assistantMessage,
  messageToRecord,
  renderTrace,
  systemMessage,
  userMessage,
} from "../../trace/index.ts";
import type { VerificationResult } from "../verification-result.ts";
import { sampleResult } from "./sample-result.ts";

const ruling = {
  stage: "VerifyTemplate",
  verifyResult: true,
  kind: "verification",
  reason: "all fields agree",
  category: null,
} as const;
const stage = {
  status: "ran",
  reason: null,
  durationMs: 1.25,
  modelCalls: 0,
  retries: {},
  inputTokens: 0,
  outputTokens: 0,
  costUsd: null,
  ruling: null,
} as const;

/**
 * The result of an agent whose messages all stand in its trace, as texts of rows of a log stand in others.
 *
 * @param sign in front of every text
 */
export function tracedResult(sign = ""): VerificationResult {
  const said = (text: string) => `${sign}${text} and so on, until it is long enough to be worth it.`;
  const messages: readonly Message[] = [
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: said("I have to look.") },
        { type: "text", text: said("Looking it up.") },
        { type: "tool_use", id: "1", name: "find", input: { content_at: [0, 9], content: said("input") } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool_result", toolUseId: "1", isError: true, content: said("found") },
        { type: "tool_result", toolUseId: "2", isError: false, content: said("also found") },
      ],
    },
    assistantMessage(said("BCL2")),
    assistantMessage(said("BCL2")),
  ];
  const trace = renderTrace(messages);
  const questionText = said("What?");
  return sampleResult({
    metadata: { questionText, answeringSystemPrompt: said("Be short"), partialContent: trace },
    template: {
      rawLlmResponse: trace,
      traceMessages: messages.map(messageToRecord),
      conversationContext: [systemMessage(said("Be short")), userMessage(questionText)].map(messageToRecord),
    },
    evaluationInput: said("BCL2"),
    stages: [
      { ...stage, name: "ParseTemplate" },
      { ...stage, name: "VerifyTemplate", ruling },
      { ...stage, name: "EmbeddingCheck", status: "skipped", reason: "off" },
    ],
    rulings: [ruling],
  });
}
