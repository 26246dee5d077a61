import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { maskSecrets, startDeadline } from "../base/index.ts";
import { endpointOf, malformedReply, networkError, retryAfterMs, statusError } from "./index.ts";

describe("endpointOf", () => {
  it.each([
    ["http://localhost:8000", "auto_v1", "http://localhost:8000/v1/chat/completions"],
    ["http://localhost:8000/", "auto_v1", "http://localhost:8000/v1/chat/completions"],
    ["http://localhost:8000/v1/", "auto_v1", "http://localhost:8000/v1/chat/completions"],
    ["https://openrouter.ai/api/v1", "auto_v1", "https://openrouter.ai/api/v1/chat/completions"],
    ["http://h/v1/chat/completions", "auto_v1", "http://h/v1/chat/completions"],
    ["http://h/v1beta/openai", "raw", "http://h/v1beta/openai/chat/completions"],
    ["http://h/x?api-version=2", "raw", "http://h/x/chat/completions?api-version=2"],
  ] as const)("of %s in mode %s is %s", (baseUrl, mode, url) => {
    expect(endpointOf(baseUrl, "chat/completions", mode).url).toBe(url);
  });

  it("sends credentials as a header and shows neither them nor the query", () => {
    const endpoint = endpointOf("http://ann:p%40ss@h/v1?key=1", "embeddings");
    expect(endpoint.authorization).toBe(`Basic ${Buffer.from("ann:p@ss").toString("base64")}`);
    expect(endpoint.url).not.toContain("ann");
    expect(endpoint.shown).toBe("http://h/v1/embeddings");
  });

  it("takes a percent sign in a password that begins no escape as it is", () => {
    const endpoint = endpointOf("http://ann:100%sure@h", "embeddings");
    expect(endpoint.authorization).toBe(`Basic ${Buffer.from("ann:100%sure").toString("base64")}`);
  });

  it.each(["localhost:8000", "ftp://h", "", "h"])("refuses %j", (baseUrl) => {
    expect(() => endpointOf(baseUrl, "embeddings")).toThrow(
      expect.objectContaining({ code: "configuration" }),
    );
  });
});

describe("maskSecrets", () => {
  it("hides given secrets, also as part of a URL, and what looks like a key", () => {
    const text = "key a/b+c or a%2Fb%2Bc, Bearer abcdefgh1234, sk-abcdefghijklmnop";
    expect(maskSecrets(text, ["a/b+c", undefined])).toBe("key [hidden] or [hidden], [hidden], [hidden]");
  });

  it("leaves no given secret of 4 characters or more in any text", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          expect(maskSecrets(`${before}${secret}${after}`, [secret])).not.toContain(secret);
        },
      ),
    );
  });
});

describe("retryAfterMs", () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);
  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "7", "retry-after-ms": "250" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after-ms": "Infinity" }, undefined],
    [{}, undefined],
  ])("of %j is %s", (headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected);
  });
});

describe("startDeadline", () => {
  it("a limit beyond the longest timer is not over at once", () => {
    vi.useFakeTimers();
    try {
      using deadline = startDeadline(3e9, undefined);
      vi.advanceTimersByTime(60_000);
      expect(deadline.timedOut).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

it("an error about a call shows no key, in its causes neither", () => {
  const site = { modelName: "m", url: "http://h", keyName: "K", secrets: ["litZ9k2Qm47Xw81Vb3"] };
  const thrown = Object.assign(new Error("Incorrect key litZ9k2Qm47Xw81Vb3"), {
    responseBody: "litZ9k2Qm47Xw81Vb3",
  });
  using deadline = startDeadline(undefined, undefined);
  const errors = [
    statusError(site, { status: 401, body: "litZ9k2Qm47Xw81Vb3", retryAfterMs: undefined }, thrown),
    malformedReply(site, "no JSON", 200, thrown),
    networkError(site, thrown, { deadline, timeoutMs: undefined }),
  ];
  for (const error of errors) expect(inspect(error, { depth: 9 })).not.toContain("litZ9k2Qm47Xw81Vb3");
});
