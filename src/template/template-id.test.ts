import { expect, test } from "vitest";
import { templateId } from "./index.ts";

const known = "36b67799dda5e1bbc98773f8c14cd5cc";

test.each([
  ["as written", "class A:\n  x=1"],
  ["indented by three", "   class A:\n     x=1"],
  ["indented by four", "    class A:\n      x=1"],
  ["trailing blanks", "class A:  \n  x=1\t \n\n  "],
  ["CRLF", "class A:\r\n  x=1\r\n"],
  ["CR", "class A:\r  x=1"],
  ["lines of blanks only", "  \n    class A:\n      x=1\n   "],
])("the id does not depend on layout: %s", (_name, source) => {
  expect(templateId(source)).toBe(known);
});

test("no template has an id of its own", () => {
  expect([null, "", " \n\t\u00a0"].map((source) => templateId(source))).toEqual(Array(3).fill("no_template"));
});

test("indented CRLF text with an empty line has the id existing files have", () => {
  expect(templateId("  class A:\r\n    x=1\r\n\r\n    y=2")).toBe("4144be97beaaf86d54ef5e5dcb06ae8f");
  expect(templateId("  class A:\n    x=1\n\n    y=2")).toBe("c619d0789e0629f72327586374a1116f");
});

test("a different body is a different template", () => {
  expect(templateId("class A:\n  x=2")).not.toBe(known);
  expect(templateId("class A:\n   x=1")).not.toBe(known);
});

test("a long run of blanks is read in linear time", () => {
  expect(templateId(`${" ".repeat(2_000_000)}x${" ".repeat(2_000_000)}y`)).toMatch(/^[0-9a-f]{32}$/);
});
