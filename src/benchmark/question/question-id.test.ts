import { describe, expect, it } from "vitest";
import { questionId, questionIds } from "./question-id.ts";

describe("questionId", () => {
  it.each([
    ["What is the capital of France?", "urn:uuid:question-what-is-the-capital-of-france-cb0b4aaf"],
    ["A.B,C? D  E!", "urn:uuid:question-abc-d--e!-f373c1b8"],
    ["é ü", "urn:uuid:question-é-ü-3512a5bb"],
    ["x".repeat(60), `urn:uuid:question-${"x".repeat(50)}-1198000c`],
    ["", "urn:uuid:question--d41d8cd9"],
  ])("of %j", (text, id) => {
    expect(questionId(text)).toBe(id);
  });

  it("cuts by code points", () => {
    expect(questionId("😀".repeat(60))).toContain(`question-${"😀".repeat(50)}-`);
  });
});

describe("questionIds", () => {
  it("counts up where ids are taken", () => {
    const id = questionId("Why?");
    const taken = new Set([id, `${id}-1`, `${id}-3`]);
    const idOf = questionIds((name) => taken.has(name));
    const given = ["Why?", "Why?", "How?"].map((text) => {
      const next = idOf(text);
      taken.add(next);
      return next;
    });
    expect(given).toEqual([`${id}-2`, `${id}-4`, questionId("How?")]);
  });

  it("does not slow down with equal texts", () => {
    const taken = new Set<string>();
    let asked = 0;
    const idOf = questionIds((name) => {
      asked += 1;
      return taken.has(name);
    });
    for (let count = 0; count < 1000; count += 1) taken.add(idOf("Why?"));
    expect(taken.size).toBe(1000);
    expect(asked).toBeLessThan(3000);
  });
});
