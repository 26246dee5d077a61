import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["temperature", "replicate_count", "max_tokens", "ai_sdk"];

test.each([
  ["temprature", "temperature"],
  ["tempertaure", "temperature"],
  ["replicateCount", "replicate_count"],
  ["replicates", "replicate_count"],
  ["MAX-TOKENS", "max_tokens"],
  ["aisdk", "ai_sdk"],
  ["something_else", undefined],
  ["", undefined],
])("%s → %s", (given, name) => {
  expect(nearestName(given, known)).toBe(name);
});
