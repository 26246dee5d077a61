import { describe, expect, test } from "vitest";
import { chooseName } from "./choose-name.ts";

const choose = (wanted: string, names: readonly (string | readonly string[])[], byPlace = true) => [
  ...chooseName(wanted, {
    option: "--question",
    noun: "question",
    among: names
      .map((all) => (typeof all === "string" ? [all] : all))
      .map((all, at) => ({ key: all[0] ?? "", names: all, place: byPlace ? at : undefined })),
    hint: "List them.",
  }),
];

describe("a name", () => {
  test("is found whole before places and beginnings", () => {
    expect(choose("1", ["a", "b", "1", "11"])).toEqual(["1"]);
    expect(choose("q1", ["q1", "q10"])).toEqual(["q1"]);
  });

  test("is found by its place from 0", () => {
    expect(choose("1", ["a", "b"])).toEqual(["b"]);
    expect(choose("#1", ["a", "b"])).toEqual(choose("1", ["a", "b"]));
    expect(() => choose("2", ["a", "b"])).toThrow('there is no question "2"');
    expect(() => choose("1", ["a", "b"], false)).toThrow('there is no question "1"');
  });

  test("is found by the beginning that only it has", () => {
    expect(choose("urn:7", ["urn:71", "urn:8"])).toEqual(["urn:71"]);
    expect(
      choose("gp", [
        ["haiku", "gpt-a"],
        ["judge", "other"],
      ]),
    ).toEqual(["haiku"]);
  });

  test("means all that are called exactly so", () => {
    expect(
      choose("gpt", [
        ["a", "gpt"],
        ["b", "gpt"],
        ["c", "gpt-5"],
      ]),
    ).toEqual(["a", "b"]);
  });

  test("that several begin with names them", () => {
    const ids = ["q1", "q2", "q3", "q4", "q5", "q6"];
    expect(() => choose("q", ids)).toThrow(
      '--question: 6 questions begin with "q": "q1", "q2", "q3", "q4", "q5" and 1 more.',
    );
  });

  test("that nothing has names what is near", () => {
    expect(() => choose("venetoklax", ["venetoclax", "aspirin"])).toThrow(
      '--question: there is no question "venetoklax" in these results. Did you mean "venetoclax"?',
    );
    expect(() => choose("TOCLAX", ["venetoclax", "aspirin"])).toThrow('Did you mean "venetoclax"?');
    expect(() => choose("caffeine", ["venetoclax", "aspirin"])).toThrow(/in these results\.$/);
  });
});
