import { describe, expect, test } from "vitest";
import { indexText } from "./index.ts";

function locate(text: string, excerpt: string) {
  const { similarity, range, kind } = indexText(text).locate(excerpt);
  return { similarity, kind, passage: range && text.slice(range.start, range.end) };
}

const regulated =
  "It is known that several proteins regulate apoptosis in mammalian cells and that many of those are targeted by novel small molecules.";

describe("the contract's vectors", () => {
  test.for([
    [regulated, "several proteins regulate apoptosis"],
    [`${regulated} ${regulated}`, "several proteins regulate apoptosis"],
    [`${regulated} ${regulated}`, "It is known that several"],
    ["abcdefghij ".repeat(30).slice(0, 199), "defghij abc"],
    ["abcdefghij ".repeat(30), "defghij abc"],
  ] as const)("%#: a verbatim quote is found however often its characters occur", ([text, excerpt]) => {
    expect(locate(text, excerpt)).toEqual({ similarity: 1, kind: "exact", passage: excerpt });
  });

  test("a last word that is not there costs its share: 3 of 18 characters", () => {
    expect(locate("BCL2 is the target and it is fine.", "BCL2 is the target XXX")).toEqual({
      similarity: 15 / 18,
      kind: "altered",
      passage: "BCL2 is the target",
    });
  });

  test("upper case is another text", () => {
    expect(locate("the drug targets bcl2", "THE DRUG TARGETS BCL2").similarity).toBeLessThan(0.5);
  });
});

describe("what is not found", () => {
  test.for([
    ["some text", ""],
    ["some text", " \n\t"],
    ["", "some text"],
    ["some text", "zzz"],
    ["some text", "**"],
  ] as const)("%j has no %j", ([text, excerpt]) => {
    expect(locate(text, excerpt)).toEqual({ similarity: 0, kind: "none", passage: null });
  });
});

describe("typography", () => {
  test.for([
    ["a “quoted” word", 'a "quoted" word', "a “quoted” word"],
    ["Bruton’s kinase", "Bruton's kinase", "Bruton’s kinase"],
    ["from 3–5 mg — daily", "from 3-5 mg - daily", "from 3–5 mg — daily"],
    ["it **selectively** targets `BCL2`", "selectively targets BCL2", "selectively** targets `BCL2"],
    ["it selectively targets BCL2", "**selectively** targets _BCL2_", "selectively targets BCL2"],
    ["you ~~never~~ mind", "you mind", "you ~~never~~ mind"],
    ["the ﬁrst café", "the first cafe\u0301", "the ﬁrst café"],
    ["CO₂ and ＢＣＬ２", "CO2 and BCL2", "CO₂ and ＢＣＬ２"],
    ["co\u00adoperate now\u200b\ufeff here", "cooperate now here", "co\u00adoperate now\u200b\ufeff here"],
    ["so it binds well, they say", "“…binds well…”", "binds well"],
    ["so it binds well, they say", "[...] 'binds well' (…)", "binds well"],
  ] as const)("%j has %j", ([text, excerpt, passage]) => {
    expect(locate(text, excerpt)).toEqual({ similarity: 1, kind: "typographic", passage });
  });

  test("a letter without its accent is another letter", () => {
    const found = locate("The café is open", "The cafe is");
    expect(found).toMatchObject({ kind: "altered", similarity: 8 / 9 });
    expect(locate("The café", "The cafe")).toMatchObject({ kind: "altered", similarity: 6 / 7 });
  });
});

describe("parts joined by ellipses", () => {
  const text = "Alpha beta gamma delta epsilon. Zeta eta theta iota kappa. Lambda mu nu xi omicron.";

  test.for(["...", "…", " ... ", " [...] ", " […] ", " (...) ", " (…) ", ". . ."])(
    "joined by %j",
    (joint) => {
      expect(locate(text, `beta gamma delta${joint}theta iota kappa${joint}mu nu xi`)).toEqual({
        similarity: 1,
        kind: "shortened",
        passage: "beta gamma delta epsilon. Zeta eta theta iota kappa. Lambda mu nu xi",
      });
    },
  );

  test("a part that is not there counts by its length", () => {
    const found = locate(text, "beta gamma delta ... quite another thing ... mu nu xi");
    expect(found).toMatchObject({ kind: "altered", passage: text.slice(6, -9) });
    expect(found.similarity).toBeCloseTo(24 / 43, 5);
  });

  test("parts are to be in order", () => {
    expect(locate(text, "theta iota kappa ... beta gamma delta").similarity).toBeLessThan(0.6);
  });

  test("a part of a word or two is no evidence", () => {
    expect(locate(text, "beta ... iota ... nu").similarity).toBeLessThan(0.5);
  });
});
