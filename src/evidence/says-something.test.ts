import { describe, expect, test } from "vitest";
import { indexText } from "./index.ts";
import { saysSomething } from "./says-something.ts";

const says = (text: string, passage: string, from = 0) => {
  const start = text.indexOf(passage, from);
  return saysSomething(text, { start, end: start + passage.length });
};

describe("saysSomething", () => {
  test.each([
    ["a word", "It is BCL2.", "BCL2"],
    ["a letter of its own", "The answer is (B).", "B"],
    ["a number of its own", "It has 5 exons.", "5"],
    ["most of a word", "Venetoclax binds.", "Veneto"],
    ["a character of a script without spaces", "它是蛋白质。", "蛋"],
    ["a pictograph", "My verdict: 👍 indeed", "👍"],
    ["signs that are the whole answer", " + ", "+"],
    ["a letter beside a character outside the basic plane", "𝛼 😀B😀", "B"],
  ])("%s says something", (_name, text, passage) => {
    expect(says(text, passage)).toBe(true);
  });

  test.each([
    ["a full stop", "It is BCL2.", "."],
    ["an ellipsis", "It is ... BCL2", "..."],
    ["markdown", "| a |\n|---|", "|---|"],
    ["white space", "It is BCL2", " "],
    ["a letter of a word", "It is BCL2.", "C"],
    ["a digit of a number", "It is 15 mg.", "5"],
    ["the end of a word and a sign", "It is the human.", "an."],
    ["half a letter outside the basic plane", "𝔹𝔹", "\ud835"],
  ])("%s says nothing", (_name, text, passage) => {
    expect(says(text, passage)).toBe(false);
  });
});

describe("of several places", () => {
  const rangeOf = (text: string, excerpt: string) => indexText(text).locate(excerpt).range;

  test.each([
    ["exact", "Take 15 mg, then 5 mg.", "5 mg", 17],
    ["exact", "Nothing is known. No.", "No", 18],
    ["typographic", "The “cat” concatenates ‘cat’s", "cat's", 24],
    ["typographic", "mid–cell’s and cell’s", "cell's", 4],
  ])("%s: %j has the whole word %j at %i", (kind, text, excerpt, start) => {
    expect(indexText(text).locate(excerpt).kind).toBe(kind);
    expect(rangeOf(text, excerpt)).toEqual({ start, end: start + excerpt.length });
  });

  test("a part of a word is found where there is no whole one", () => {
    expect(rangeOf("concatenate cats", "cat")).toEqual({ start: 3, end: 6 });
  });

  test("half a character is not found", () => {
    expect(indexText("fine 😀 day").locate("\ud83d").kind).toBe("none");
  });
});

test("a similarity is the nearest number to the share, so a threshold of the same share is met", () => {
  const word = "abcdefghijklmnopqrstuvwxyzabcdefg";
  const { similarity } = indexText(`It says ${word} here.`).locate(`${word} zyxwvutsrqponmlkj`);
  expect(similarity).toBe(0.66);
});
