import * as fc from "fast-check";
import { expect, test } from "vitest";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { fillAddress, fillBody } from "./fill-request.ts";
import { addressProblem } from "./request-places.ts";

const asked = (question: string) => ({
  question,
  messages: [systemMessage("Be brief."), userMessage(question)],
  attachments: [],
  replicate: 2,
});

test("places in a body are filled, each in its own way", () => {
  const template = {
    q: "Q: {{question}} ({{ replicate }})",
    n: "{{replicate}}",
    list: ["{{messages}}", "{{system}}", "{{other}}"],
    fixed: { top_k: 3, on: true, none: null },
  };
  expect(fillBody(template, asked("Why?"))).toEqual({
    q: "Q: Why? (2)",
    n: 2,
    list: [
      [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Why?" },
      ],
      "Be brief.",
      "{{other}}",
    ],
    fixed: { top_k: 3, on: true, none: null },
  });
});

test.each([
  ["http://{{question}}.example/ask", "host"],
  ["http://127.0.0.1:8123#{{question}}", "part behind #"],
  ["http://{{system}}:x@rag.example/", "user name"],
  ["http://x:{{replicate}}@rag.example/", "password"],
  ["http://rag.example/{{question}}?q={{question}}", undefined],
])("an address has places in its path and behind the ?: %s", (url, part) => {
  const problem = addressProblem(new URL(url).href);
  if (part === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(`found one in its ${part}`);
});

test("a question stays one part of a path, and is refused where it would be another folder", () => {
  const fill = (question: string, url = "http://h/a/{{question}}/c") =>
    fillAddress(new URL(url).href, asked(question));
  expect(fill("../x/y\\z@evil.example:80?#")).toBe("http://h/a/..%2Fx%2Fy%5Cz%40evil.example%3A80%3F%23/c");
  expect(fill("%2e%2e")).toBe("http://h/a/%252e%252e/c");
  expect(fill("\ud800", "http://h/?q={{question}}")).toBe("http://h/?q=%EF%BF%BD");
  for (const question of ["..", "."]) expect(() => fill(question)).toThrow("mean another folder");
  expect(() => fill(".", "http://h/a/.{{question}}/c")).toThrow("mean another folder");
  expect(fill("..", "http://h/?q={{question}}")).toBe("http://h/?q=..");
});

test("whatever a question is, it stays in its place", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('"}, "x": "', "{{messages}}", "$& $1", "{{question}}")),
      (text) => {
        expect(fillBody({ q: "a {{question}} b", k: 1 }, asked(text))).toEqual({ q: `a ${text} b`, k: 1 });
        const address = new URL(
          fillAddress(new URL("http://h/a-{{question}}/b?q={{question}}&k=1").href, asked(text)),
        );
        expect(address.pathname.split("/")).toEqual(["", expect.stringMatching(/^a-/), "b"]);
        expect(address.searchParams.get("q")).toBe(text.toWellFormed());
        expect(address.searchParams.get("k")).toBe("1");
        expect(address.host).toBe("h");
      },
    ),
  );
});
