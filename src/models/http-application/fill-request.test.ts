import * as fc from "fast-check";
import { expect, test } from "vitest";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { fillAddress, fillBody } from "./fill-request.ts";

const asked = (question: string) => ({
  question,
  messages: [systemMessage("Be brief."), userMessage(question)],
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

test("whatever a question is, it stays in its place", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('"}, "x": "', "{{messages}}", "$& $1", "{{question}}")),
      (text) => {
        expect(fillBody({ q: "a {{question}} b", k: 1 }, asked(text))).toEqual({ q: `a ${text} b`, k: 1 });
        const address = new URL(
          fillAddress(new URL("http://h/{{question}}?q={{question}}&k=1").href, asked(text)),
        );
        expect(address.searchParams.get("q")).toBe(text.toWellFormed());
        expect(address.searchParams.get("k")).toBe("1");
        expect(address.host).toBe("h");
      },
    ),
  );
});
