import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { QuestionInput } from "../benchmark/index.ts";
import type { AnswerRequest } from "../models/application/index.ts";
import { scriptedModel } from "../pipeline/testing/scripted-model.ts";
import { messageText } from "../trace/index.ts";
import { conversationsIn, makeAttachments, png, turns, whole } from "./testing/conversations.ts";
import { model, outcomes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeAttachments();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const benchmarkOf = (...questions: readonly Partial<QuestionInput>[]) =>
  conversationsIn(folder, ...questions);

describe("applications are given", () => {
  const judges = () => [{ id: "j", llm: scriptedModel([{ json: { target: "BCL2" } }]) }];

  test("a function: messages, and files with their bytes and where they stand", async () => {
    const asked: AnswerRequest[] = [];
    const answer = (request: AnswerRequest) => {
      asked.push(request);
      return "BCL2";
    };
    const bytes = { name: "given.png", data: new Uint8Array(png) };
    const { results } = await run(benchmarkOf({ ...whole, attachments: ["notes.txt", bytes] }), {
      answeringModels: [{ id: "mine", answer }],
      parsingModels: judges(),
    });
    expect(outcomes(results)).toEqual(["pass"]);
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(asked[0]?.attachments).toEqual([
      {
        ...{ name: "notes.txt", mediaType: "text/plain" },
        data: new Uint8Array(await readFile(path.join(folder, "notes.txt"))),
        path: expect.stringMatching(/notes\.txt$/),
      },
      { name: "given.png", mediaType: "image/png", data: new Uint8Array(png) },
    ]);
  });

  test("a program: paths, and bytes that have none in base64", async () => {
    const app = path.join(folder, "app.mjs");
    await writeFile(
      app,
      `for await (const line of process.stdin) {
         const { messages, attachments } = JSON.parse(line);
         console.log(JSON.stringify({ text: JSON.stringify([messages.length, attachments]) }));
       }`,
    );
    const bytes = { name: "given.png", data: new Uint8Array(png) };
    const { results } = await run(benchmarkOf({ ...whole, attachments: ["notes.txt", bytes] }), {
      answeringModels: [{ id: "mine", command: `"${process.execPath}" "${app}"` }],
      parsingModels: judges(),
    });
    expect(JSON.parse(results.at(0)?.template?.rawLlmResponse ?? "")).toEqual([
      4,
      [
        { name: "notes.txt", media_type: "text/plain", path: expect.stringMatching(/notes\.txt$/) },
        { name: "given.png", media_type: "image/png", data: png.toString("base64") },
      ],
    ]);
  });

  test("a service: what its body has places for, messages in the form of chats", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      bodies.push((await Array.fromAsync(request)).join(""));
      response.end("BCL2");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("expected a port");
    const http = `http://127.0.0.1:${address.port}/ask`;
    const httpBody = '{ "chat": "{{messages}}", "files": "{{attachments}}" }';
    try {
      await run(benchmarkOf(whole), {
        answeringModels: [{ id: "mine", http, httpBody }],
        parsingModels: judges(),
      });
    } finally {
      server.close();
    }
    const { chat, files } = JSON.parse(bodies[0] ?? "");
    expect(chat.slice(0, 3)).toEqual([{ role: "system", content: whole.systemPrompt }, ...turns]);
    expect(chat[3].content).toMatchObject([
      { type: "text", text: expect.stringContaining("It binds BCL2.") },
      { type: "image_url" },
      { type: "text", text: "What does it bind?" },
    ]);
    expect(files).toMatchObject([
      { name: "notes.txt", media_type: "text/plain" },
      { name: "figures/dose.png", media_type: "image/png", data: png.toString("base64") },
    ]);
  });

  test("an agent: the files in its folder, and where they are", async () => {
    await using server = await serve(() => undefined);
    const seen: string[] = [];
    const agent = {
      tier: "deep_agent" as const,
      async run({
        messages,
        workspacePath = "",
      }: {
        messages: AnswerRequest["messages"];
        workspacePath?: string;
      }) {
        seen.push(messageText(messages.at(-1) ?? { role: "user", content: [] }));
        const file = await readFile(path.join(workspacePath, "attachments", "figures", "dose.png"));
        const said = {
          role: "assistant" as const,
          content: [{ type: "text" as const, text: String(file.equals(png)) }],
        };
        return {
          ...{
            messages: [said],
            usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
            usageKnown: false,
          },
          ...{ model: "mine", turns: 1, limitReached: false, timeoutReached: false },
        };
      },
    };
    const { results } = await run(benchmarkOf({ ...whole, attachments: ["figures/dose.png"] }), {
      answeringModels: [{ id: "mine", agent }],
      parsingModels: [model("j", server)],
    });
    expect(results.at(0)?.template?.rawLlmResponse).toBe("true");
    expect(seen[0]).toMatch(/^What does it bind\?\n\n.*stand there: attachments\/figures\/dose\.png\.$/s);
    expect(results.at(0)?.metadata.conversation?.attachments).toHaveLength(1);
  });
});
