import { describe, expect, test } from "vitest";
import { sha256 } from "../base/index.ts";
import type { LlmPort } from "../ports/index.ts";
import {
  assistantMessage,
  type FileBlock,
  type Message,
  systemMessage,
  userMessage,
} from "../trace/index.ts";
import { createAiSdkLlm } from "./ai-sdk/llm.ts";
import { createClaudeToolLlm } from "./claude-tool/llm.ts";
import { createLangChainLlm } from "./langchain/llm.ts";
import { createOpenAiEndpointLlm } from "./openai-endpoint/llm.ts";
import { anthropicWire, googleWire, openAiWire, startModelServer, type Wire } from "./testing/index.ts";

const apiKey = "vendor-secret-key-0001";
const fileOf = (name: string, mediaType: string, text: string): FileBlock => {
  const data = Buffer.from(text, "latin1");
  return { type: "file", name, mediaType, sha256: sha256(data), data };
};
const picture = fileOf("figures/dose.png", "image/png", "\x89PNG\r\n\x1a\nimage");
const paper = fileOf("paper.pdf", "application/pdf", "%PDF-1.7 paper");
const inBase64 = (file: FileBlock) => Buffer.from(file.data ?? []).toString("base64");

const conversation = (...files: readonly FileBlock[]): readonly Message[] => [
  systemMessage("Be brief."),
  userMessage("What is shown?"),
  assistantMessage("A dose."),
  { role: "user", content: [...files, { type: "text", text: "Which one?" }] },
];

interface Subject {
  readonly name: string;
  readonly wire: Wire;
  readonly files: readonly FileBlock[];
  /** The parts of the last message as the vendor has them. */
  readonly parts: readonly object[];
  open(baseUrl: string): LlmPort;
}

const chatParts = [
  { type: "image_url", image_url: { url: `data:image/png;base64,${inBase64(picture)}` } },
  { type: "text", text: "Which one?" },
];
const anthropicParts = [
  { type: "image", source: { type: "base64", media_type: "image/png", data: inBase64(picture) } },
  { type: "document", source: { type: "base64", media_type: "application/pdf", data: inBase64(paper) } },
  { type: "text", text: "Which one?" },
];

const subjects: readonly Subject[] = [
  {
    ...{ name: "ai_sdk openai", wire: openAiWire, files: [picture, paper] },
    parts: [
      { type: "image_url" },
      {
        type: "file",
        file: { filename: "paper.pdf", file_data: `data:application/pdf;base64,${inBase64(paper)}` },
      },
      { type: "text", text: "Which one?" },
    ],
    open: (baseUrl) => createAiSdkLlm({ provider: "openai", modelName: "gpt-4.1-mini", apiKey, baseUrl }),
  },
  {
    ...{ name: "ai_sdk anthropic", wire: anthropicWire, files: [picture, paper], parts: anthropicParts },
    open: (baseUrl) =>
      createAiSdkLlm({ provider: "anthropic", modelName: "claude-haiku-4-5", apiKey, baseUrl }),
  },
  {
    ...{ name: "ai_sdk google", wire: googleWire, files: [picture, paper] },
    parts: [
      { inlineData: { mimeType: "image/png", data: inBase64(picture) } },
      { inlineData: { mimeType: "application/pdf", data: inBase64(paper) } },
      { text: "Which one?" },
    ],
    open: (baseUrl) => createAiSdkLlm({ provider: "google", modelName: "gemini-2.5-flash", apiKey, baseUrl }),
  },
  {
    ...{ name: "openrouter", wire: openAiWire, files: [picture, paper] },
    parts: [
      { type: "image_url" },
      {
        type: "file",
        file: { filename: "paper.pdf", file_data: `data:application/pdf;base64,${inBase64(paper)}` },
      },
      { type: "text", text: "Which one?" },
    ],
    open: (baseUrl) =>
      createAiSdkLlm({ provider: "openrouter", modelName: "qwen/qwen3-8b", apiKey, baseUrl }),
  },
  {
    ...{ name: "claude_tool", wire: anthropicWire, files: [picture, paper], parts: anthropicParts },
    open: (baseUrl) => createClaudeToolLlm({ modelName: "claude-haiku-4-5", apiKey, baseUrl }),
  },
  {
    ...{ name: "openai_endpoint", wire: openAiWire, files: [picture], parts: chatParts },
    open: (baseUrl) => createOpenAiEndpointLlm({ baseUrl, modelName: "qwen" }),
  },
  {
    ...{ name: "langchain openai", wire: openAiWire, files: [picture], parts: chatParts },
    open: (baseUrl) => createLangChainLlm({ provider: "openai", modelName: "gpt-4.1-mini", apiKey, baseUrl }),
  },
  {
    ...{ name: "langchain anthropic", wire: anthropicWire, files: [picture] },
    parts: [anthropicParts[0] ?? {}, { type: "text", text: "Which one?" }],
    open: (baseUrl) =>
      createLangChainLlm({ provider: "anthropic", modelName: "claude-haiku-4-5", apiKey, baseUrl }),
  },
];

describe("files of a message", () => {
  test.each(subjects)(
    "go to $name as parts of the last message, with what was said before",
    async (subject) => {
      await using server = await startModelServer([{ body: subject.wire.reply({ text: "The first." }) }]);
      await using llm = subject.open(server.url);
      await llm.generate({ messages: conversation(...subject.files) });
      const sent = server.requests[0]?.body;
      const turns = [sent?.messages ?? sent?.contents].flat() as {
        readonly role: string;
        readonly content?: unknown;
        readonly parts?: unknown;
      }[];
      expect(turns.filter(({ role }) => role !== "system").map(({ role }) => role)).toEqual([
        "user",
        expect.stringMatching(/^(assistant|model)$/),
        "user",
      ]);
      const last = turns.at(-1);
      expect(last?.parts ?? last?.content).toMatchObject(subject.parts);
      expect(JSON.stringify(sent)).toContain("Be brief.");
      expect(JSON.stringify(turns.slice(0, -1))).toContain("A dose.");
    },
  );
});
