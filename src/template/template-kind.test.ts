import { expect, test } from "vitest";
import * as z from "zod";
import {
  answerTemplate,
  exactMatch,
  extracted,
  needsJudge,
  semanticMatch,
  templateKind,
  traceContains,
  usesSemanticMatch,
  verified,
} from "./index.ts";

const target = verified(z.string(), {
  description: "the target",
  groundTruth: "BCL2",
  verifyWith: exactMatch(),
});
const cited = verified(z.boolean(), {
  description: "cites",
  groundTruth: true,
  verifyWith: traceContains({ substring: "[1]" }),
});
const note = extracted(z.string(), { description: "a note" });
const regex = { cites: { pattern: "x", expected: "x" } };

test.each([
  ["verified", answerTemplate({ target, cited }), true],
  ["mixed", answerTemplate({ target, note }), true],
  ["classic", answerTemplate({ note }, { verify: () => true }), true],
  ["classic", answerTemplate({}, { regex }), false],
  ["verified", answerTemplate({ cited }), false],
] as const)("%s template, judge needed as its fields say", (kind, template, judged) => {
  expect(templateKind(template)).toBe(kind);
  expect(needsJudge(template)).toBe(judged);
});

test("semantic checks are noticed", () => {
  const semantic = verified(z.string(), {
    description: "meaning",
    groundTruth: "x",
    verifyWith: semanticMatch(),
  });
  expect(usesSemanticMatch(answerTemplate({ target }))).toBe(false);
  expect(usesSemanticMatch(answerTemplate({ target, semantic }))).toBe(true);
});
