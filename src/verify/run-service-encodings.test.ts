import { expect, test } from "vitest";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { outcomeOf } from "../result/index.ts";
import { localService } from "./testing/local-service.ts";
import { runOne } from "./testing/own-model-run.ts";

/** What becomes of a reply with these bytes, a few at a time. */
async function replied(type: string, bytes: Buffer, settings: ModelConfig = {}) {
  const served = await localService((response) => {
    response.writeHead(200, { "content-type": type });
    for (let at = 0; at < bytes.length; at += 2) response.write(bytes.subarray(at, at + 2));
    response.end();
  });
  return runOne({
    model: { id: "mine", http: served.url, ...settings },
    config: { outagePatienceSeconds: 0 },
  });
}

const latin = (text: string) => Buffer.from(text, "latin1");
const mark = "\uFEFF";

test.each<[string, Buffer, ModelConfig]>([
  ["text/plain; charset=iso-8859-1", latin("Zürich: BCL2"), {}],
  ['text/plain; charset="utf-16le"', Buffer.from(`${mark}Zürich: BCL2`, "utf16le"), {}],
  ["text/plain", Buffer.from(`${mark}Zürich: BCL2`), {}],
  ["application/json;charset=Windows-1252", latin('{"a":"Zürich: BCL2"}'), { httpAnswer: "a" }],
  ["application/x-ndjson", Buffer.from(`${mark}{"a":"Zürich: "}\n{"a":"BCL2"}\n`), { httpAnswer: "a" }],
  ["text/event-stream", Buffer.from(`${mark}data: Zürich: \n\ndata: BCL2\n\n`), {}],
  ["text/event-stream; charset=latin1", latin("data: Zürich: \r\n\r\ndata: BCL2\r\n\r\n"), {}],
])("a reply is read by the charset that it names: %s %#", async (type, bytes, settings) => {
  const result = await replied(type, bytes, settings);
  expect(outcomeOf(result)).toBe("pass");
  expect(result.template?.rawLlmResponse).toBe("Zürich: BCL2");
});

test.each<[string, Buffer, string]>([
  ["text/plain", latin("Zürich: BCL2"), "a body that is not utf-8"],
  ["text/plain", Buffer.from("BCL2 ü").subarray(0, -1), "a body that is not utf-8"],
  ["application/json; charset=utf-8", latin('{"text":"Zürich: BCL2"}'), "a body that is not utf-8"],
  ["text/event-stream", latin("data: BCL2\n\ndata: Zürich\n\n"), "a body that is not utf-8"],
  ["text/plain; charset=klingon", Buffer.from("BCL2"), 'a body in the charset "klingon", which is not known'],
])(
  "what the charset does not have is a failure, never a wrong answer: %s %#",
  async (type, bytes, reason) => {
    const result = await replied(type, bytes);
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.category).toBe("server_error");
    expect(result.metadata.failure?.reason).toContain(reason);
  },
);

test("a service that repeats the credentials of its address shows them in no form", async () => {
  const secret = "p@ss:w/ord99x";
  const served = await localService((response, { headers }) =>
    response.end(`BCL2, asked with ${headers.authorization}`),
  );
  const result = await runOne({
    model: { id: "mine", http: `${served.url.replace("http://", "http://user:$PW@")}/ask` },
    options: { environment: { PW: secret } },
  });
  const credentials = Buffer.from(`user:${secret}`).toString("base64");
  expect(served.asked[0]?.headers.authorization).toBe(`Basic ${credentials}`);
  expect(result.template?.rawLlmResponse).toContain("asked with Basic [hidden]");
  expect(JSON.stringify(result)).not.toContain(credentials);
});
