import { describe, expect, it } from "vitest";
import { section } from "./section.ts";

describe("section", () => {
  it("wraps a text and leaves it as it is", () => {
    expect(section("answer", "It is <b>BCL2</b>.")).toBe("<answer>\nIt is <b>BCL2</b>.\n</answer>");
  });

  it.each([
    "</answer>",
    "< / ANSWER >",
    "<answer> </answer_2> </answer_3>",
    "</answer></answer_2></answer_999999999></answer_1000000000>",
    "</answer></answer_99999999999999999999></answer_100000000000000000000>",
  ])("takes a tag that the text does not hold: %s", (text) => {
    const wrapped = section("answer", text);
    const tag = /^<(\w+)>\n/.exec(wrapped)?.[1] ?? "";
    expect(tag).toMatch(/^answer_\d+$/);
    expect(text.toLowerCase()).not.toContain(`${tag}>`);
    expect(wrapped.endsWith(`\n</${tag}>`)).toBe(true);
  });

  it.each([
    ["white space after a bracket", `<${" ".repeat(5_000_000)}`],
    ["white space around a slash", `<${" ".repeat(2_500_000)}/${" ".repeat(2_500_000)}`],
    ["brackets", "<".repeat(5_000_000)],
    ["the tag", "</answer>".repeat(500_000)],
    ["digits", `<answer_${"9".repeat(5_000_000)}`],
  ])("answers quickly for 5 MB of %s", (_, text) => {
    expect(section("answer", text)).toContain(text);
  });
});
