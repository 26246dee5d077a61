import { describe, expect, it } from "vitest";
import { canonicalKey, displayString, type ModelIdentity, resultId, resultIdOfKeys } from "./index.ts";

const place = { replicate: null, scenarioId: null, scenarioNode: null, scenarioTurn: null };
const timestamp = "2025-01-02 03:04:05";

const identity = (fields: Partial<ModelIdentity>): ModelIdentity => ({
  interface: "langchain",
  modelName: "gpt-4o",
  tools: [],
  configId: null,
  ...fields,
});

describe("canonicalKey and displayString", () => {
  it("show name, configuration and tools", () => {
    const model = identity({ configId: "a1", tools: ["b", "a"] });
    expect(canonicalKey(model)).toBe("langchain:gpt-4o:a1:a|b");
    expect(displayString(model)).toBe("langchain:gpt-4o (a1) +[b, a]");
    expect(canonicalKey(identity({}))).toBe("langchain:gpt-4o:");
    expect(displayString(identity({}))).toBe("langchain:gpt-4o");
  });
});

describe("resultId", () => {
  const parsing = "langchain:gpt-4o:";
  it.each([
    [
      {
        ...place,
        questionId: "urn:uuid:question-1",
        answering: "langchain:gpt-4o:a1:a|b",
        parsing,
        timestamp,
      },
      "b27d8af427f34fd9",
    ],
    [
      {
        questionId: "urn:uuid:question-1",
        answering: "langchain:gpt-4o:a1:a|b",
        parsing,
        timestamp,
        replicate: 2,
        scenarioId: "s",
        scenarioNode: "n",
        scenarioTurn: 0,
      },
      "b8220a4ca2abc995",
    ],
    [{ ...place, questionId: "q1", answering: parsing, parsing, timestamp: "" }, "f2252a7bb0a7f647"],
    [
      {
        ...place,
        questionId: "q-é😀",
        answering: "claude_agent_sdk:modèle-😀:ü:a|z",
        parsing,
        timestamp,
        replicate: 1,
      },
      "bd0ac64ff2babece",
    ],
  ])("is the identifier other systems compute (%#)", (keys, id) => {
    expect(resultIdOfKeys(keys)).toBe(id);
  });

  it("is computed from identities the same way", () => {
    const answering = identity({ configId: "a1", tools: ["b", "a"] });
    expect(
      resultId({ ...place, questionId: "urn:uuid:question-1", answering, parsing: identity({}), timestamp }),
    ).toBe("b27d8af427f34fd9");
  });
});
