import { expect, test } from "vitest";
import { createPatternEngine } from "../../base/index.ts";
import { createSandboxPatternEngine } from "./index.ts";

const engine = createSandboxPatternEngine({ timeoutMs: 50 });

test("lookaround and backreferences work, in Python's dialect", () => {
  expect(engine.matches(String.raw`(?P<word>\w+) (?P=word)(?!s)`, "so so, it its")).toEqual([
    { text: "so so", groups: ["so"], index: 0 },
  ]);
  expect(engine.matches("(?<=a)b", "ab cb ab", { limit: 1 })).toEqual([{ text: "b", groups: [], index: 1 }]);
  expect(engine.matches("^B", "a\nb", { ignoreCase: true, multiline: true })).toHaveLength(1);
});

test.each(["^(?=(a+)+$)a", "(?!b)^(a|aa)+$", String.raw`^(a*)*\1$`])(
  "the hostile pattern %s is stopped",
  (pattern) => {
    const started = performance.now();
    expect(() => engine.matches(pattern, `${"a".repeat(60)}!`)).toThrow(
      expect.objectContaining({ code: "sandbox_limit" }),
    );
    expect(performance.now() - started).toBeLessThan(2000);
    expect(engine.matches("(?=a)a", "a")).toHaveLength(1);
  },
);

test("a pattern that cannot be read is the author's mistake", () => {
  expect(() => engine.validate("(?=")).toThrow(expect.objectContaining({ code: "invalid_input" }));
});

test("it serves as the fallback of the linear engine", () => {
  const patterns = createPatternEngine({ fallback: engine });
  expect(patterns.matches(String.raw`(\d)(?=%)`, "5% 6")).toEqual([{ text: "5", groups: ["5"], index: 0 }]);
});
