import { describe, expect, it, vi } from "vitest";
import { loadPackage } from "../../base/load-package.ts";
import { userMessage } from "../../trace/index.ts";
import { describeLlmFailures, describeLlmReplies } from "../contract/describe-cases.ts";
import {
  anthropicWire,
  chatEvents,
  googleWire,
  openAiWire,
  type ServedReply,
  startModelServer,
} from "../testing/index.ts";
import { createAiSdkLlm } from "./llm.ts";
import { sdkProviders } from "./providers/index.ts";

const apiKey = "vendor-secret-key-0001";
const modelNames = {
  openai: "gpt-4.1-mini",
  anthropic: "claude-haiku-4-5",
  google_genai: "gemini-2.5-flash",
  openrouter: "qwen/qwen3-8b",
};
const subject = (provider: keyof typeof modelNames, wire: typeof openAiWire) => ({
  name: `ai-sdk ${provider}`,
  wire,
  secret: apiKey,
  open: (baseUrl: string) => createAiSdkLlm({ provider, modelName: modelNames[provider], apiKey, baseUrl }),
});
const subjects = [
  { ...subject("openai", openAiWire), thinking: false },
  subject("anthropic", anthropicWire),
  subject("google_genai", googleWire),
  subject("openrouter", openAiWire),
];
for (const [at, each] of subjects.entries()) {
  describeLlmReplies(each);
  describeLlmFailures(each, at > 0);
  const streamed = { ...each, name: `${each.name}, streamed`, streams: true };
  describeLlmReplies(streamed);
  describeLlmFailures(streamed, at > 0);
}

describe("a streamed reply", () => {
  const events = chatEvents(openAiWire.reply({ text: "It binds BCL2." })) ?? [];
  const request = { messages: [userMessage("Where?")], stream: true };

  async function asked(replies: readonly ServedReply[], provider = "openai", extra: object = {}) {
    await using server = await startModelServer(replies);
    await using llm = createAiSdkLlm({ provider, modelName: "m", apiKey, baseUrl: server.url });
    const reply = await llm.generate({ ...request, ...extra }).catch((error: unknown) => error);
    return { reply, requests: server.requests };
  }

  it("tells when its first piece came, and has its token counts", async () => {
    const first: number[] = [];
    const observer = { firstToken: ({ afterMs }: { readonly afterMs: number }) => first.push(afterMs) };
    const { reply, requests } = await asked([{ events }], "openai", { observer });
    expect(requests[0]?.body).toMatchObject({ stream: true });
    expect(reply).toMatchObject({ text: "It binds BCL2.", usageKnown: true, finishReason: "stop" });
    expect(first).toHaveLength(1);
  });

  it.each([
    ["at the time limit", "hang", "timeout"],
    ["by the server", "cut", "connection"],
    ["before it says so", "end", "connection"],
  ] as const)("that is cut off %s keeps its text", async (_, ending, category) => {
    const { reply } = await asked([{ events: events.slice(0, -3), ending }], "openai", {
      timeoutMs: ending === "hang" ? 150 : 5000,
    });
    expect(reply).toMatchObject({ category, partialText: "It binds BCL2." });
  });

  it("keeps its text where an error comes within it", async () => {
    const error = 'data: {"error":{"message":"out of memory"}}\n\n';
    const { reply } = await asked([{ events: [...events.slice(0, -3), error] }]);
    expect(reply).toMatchObject({ category: "server_error", partialText: "It binds BCL2." });
  });

  it("of a call without a name is the server's fault", async () => {
    const tool_calls = [{ index: 0, id: "c1", type: "function", function: { arguments: "{}" } }];
    const event = { choices: [{ index: 0, delta: { tool_calls }, finish_reason: null }] };
    const { reply } = await asked([{ events: [`data: ${JSON.stringify(event)}\n\n`] }]);
    expect(reply).toMatchObject({ category: "server_error" });
  });

  it.each([
    ["openai", openAiWire],
    ["anthropic", anthropicWire],
    ["openrouter", openAiWire],
  ] as const)(
    "of %s is taken at once from a server that knows no streams, asked once",
    async (provider, wire) => {
      const { reply, requests } = await asked([{ body: wire.reply({ text: "x" }) }], provider);
      expect(reply).toMatchObject({ text: "x" });
      expect(requests).toHaveLength(1);
    },
  );

  it("is read whatever its server calls it", async () => {
    const { reply } = await asked([{ body: events.join(""), headers: { "content-type": "text/plain" } }]);
    expect(reply).toMatchObject({ text: "It binds BCL2." });
  });

  it("is asked for no more where it is refused", async () => {
    const body = openAiWire.error("Your organization must be verified to stream this model.");
    await using server = await startModelServer([
      { status: 400, body },
      { body: openAiWire.reply({ text: "x" }) },
    ]);
    await using llm = createAiSdkLlm({ provider: "openai", modelName: "m", apiKey, baseUrl: server.url });
    await llm.generate(request);
    await llm.generate(request);
    expect(server.requests.map((sent) => sent.body.stream)).toEqual([true, undefined, undefined]);
  });

  it.each([
    [{ candidates: [{ content: { parts: [{ text: "BCL2" }] }, finishReason: "STOP" }] }, "stop", "BCL2"],
    [{ promptFeedback: { blockReason: "SAFETY" } }, "refusal", ""],
  ])("of Google comes event by event: %j", async (event, finishReason, text) => {
    const usageMetadata = { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 };
    const sent = `data: ${JSON.stringify({ ...event, usageMetadata })}\n\n`;
    const { reply, requests } = await asked([{ events: [sent] }], "google");
    expect(requests[0]?.path).toContain(":streamGenerateContent");
    expect(reply).toMatchObject({ text, finishReason, usage: { totalTokens: 6 } });
  });
});

describe("createAiSdkLlm", () => {
  it.each([
    ["openai", "OPENAI_API_KEY"],
    ["anthropic", "ANTHROPIC_API_KEY"],
    ["google", "GOOGLE_API_KEY"],
    ["openrouter", "OPENROUTER_API_KEY"],
  ])("names the variable that should hold the key of %s", (provider, variable) => {
    expect(() => createAiSdkLlm({ provider, modelName: "m", environment: {} })).toThrow(
      expect.objectContaining({ code: "missing_key", message: expect.stringContaining(variable) }),
    );
  });

  it.each([
    ["anthropic", "claude-haiku-4-5"],
    ["google", "gemini-2.5-flash"],
  ])("follows no redirect: the key of %s stays with its server", async (provider, modelName) => {
    await using other = await startModelServer([{ body: {} }]);
    await using server = await startModelServer([
      { status: 307, headers: { location: `${other.url.replace("127.0.0.1", "localhost")}/v1` }, body: "" },
    ]);
    await using llm = createAiSdkLlm({ provider, modelName, apiKey, baseUrl: server.url });
    await expect(llm.generate({ messages: [userMessage("Hi")] })).rejects.toMatchObject({
      status: 307,
      hint: expect.stringContaining("final address"),
    });
    expect(other.requests).toEqual([]);
  });

  it.each(sdkProviders)(
    "goes to the address it is given, whatever variables of $name say",
    async (provider) => {
      vi.stubEnv("OPENAI_BASE_URL", "http://elsewhere.invalid");
      vi.stubEnv("ANTHROPIC_BASE_URL", "http://elsewhere.invalid");
      const asked: string[] = [];
      const fetch: typeof globalThis.fetch = async (url) => {
        asked.push(String(url));
        throw new TypeError("no network here");
      };
      const opened = await provider.open({ apiKey, baseURL: provider.defaultUrl, fetch });
      const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
      await expect(Promise.resolve(opened.model("m").doGenerate({ prompt }))).rejects.toThrow();
      vi.unstubAllEnvs();
      expect(asked).toEqual([expect.stringContaining(provider.defaultUrl)]);
    },
  );

  it("refuses an address with a password, and does not show it", () => {
    const baseUrl = "http://user:hunter22secret@127.0.0.1:1/v1";
    const open = () => createAiSdkLlm({ provider: "anthropic", modelName: "m", apiKey, baseUrl });
    expect(open).toThrow(expect.objectContaining({ code: "configuration" }));
    expect(open).not.toThrow("hunter22secret");
  });

  it("takes the key from the environment it is given", async () => {
    await using server = await startModelServer([{ body: openAiWire.reply({ text: "x" }) }]);
    const environment = { OPENAI_API_KEY: "from-environment" };
    await using llm = createAiSdkLlm({
      provider: "openai",
      modelName: "gpt-4.1",
      baseUrl: server.url,
      environment,
    });
    await llm.generate({ messages: [userMessage("Hi")] });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer from-environment");
  });

  it("shows what stands at a wrong address", async () => {
    await using server = await startModelServer([{ body: "<html><title>Grafana</title></html>" }]);
    await using llm = createAiSdkLlm({ provider: "openai", modelName: "m", apiKey, baseUrl: server.url });
    await expect(llm.generate({ messages: [userMessage("Hi")] })).rejects.toMatchObject({
      message: expect.stringContaining('a page with "Grafana"'),
    });
  });

  it("refuses an unknown provider and lists the known ones", () => {
    expect(() => createAiSdkLlm({ provider: "acme", modelName: "m" })).toThrow(
      /acme.*openai, anthropic, google/,
    );
  });

  it("says what to install for a missing package", async () => {
    const missing = "@ai-sdk/not-installed-here";
    await expect(loadPackage(missing, () => import(missing))).rejects.toMatchObject({
      code: "missing_dependency",
      hint: `Run: npm install ${missing}`,
    });
  });

  it("calls a prompt that Google blocked a refusal", async () => {
    const body = {
      promptFeedback: { blockReason: "SAFETY" },
      usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
    };
    await using server = await startModelServer([{ body }]);
    await using llm = createAiSdkLlm({
      provider: "google",
      modelName: "gemini-2.5-flash",
      apiKey,
      baseUrl: server.url,
    });
    const reply = await llm.generate({ messages: [userMessage("Hi")] });
    expect(reply).toMatchObject({ text: "", finishReason: "refusal" });
  });

  it("passes tool calls and their results on", async () => {
    await using server = await startModelServer([{ body: anthropicWire.reply({ text: "x" }) }]);
    await using llm = createAiSdkLlm({
      provider: "anthropic",
      modelName: "claude-haiku-4-5",
      apiKey,
      baseUrl: server.url,
    });
    await llm.generate({
      messages: [
        userMessage("find"),
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "find", input: { q: 1 } }] },
        {
          role: "tool",
          content: [{ type: "tool_result", toolUseId: "c1", content: "found it", isError: false }],
        },
        userMessage("and?"),
      ],
    });
    const sent = JSON.stringify(server.requests[0]?.body.messages);
    expect(sent).toContain('"tool_use_id":"c1"');
    expect(sent).toContain("found it");
  });
});
