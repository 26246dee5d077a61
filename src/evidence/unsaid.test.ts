import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexText, refusalOf } from "./index.ts";

const refusal = (text: string, excerpt: string) => refusalOf(indexText(text).locate(excerpt), text, 0.8);
const claim = "The drug is safe for all of the patients.";

describe("what is written and not said is no evidence", () => {
  test.for([
    ["strikes", `~~${claim}~~ No.`],
    ["strikes over lines", `~~${claim.replaceAll(" ", "\n")}~~ No.`],
    ["strikes over paragraphs", `~~It was said:\n\n${claim}~~ No.`],
    ["strikes around code and links", `~~See \`a\` and [b](https://x.org): ${claim}~~ No.`],
    ["strikes with a single tilde within", `~~About ~5. ${claim}~~ No.`],
    ["a long strike", `~~${"It is so. ".repeat(500)}${claim}~~ No.`],
    ["del", `<del>${claim}</del> No.`],
    ["DEL in any case, with attributes on lines", `<DEL\nclass="x">${claim}</Del> No.`],
    ["s", `<s>${claim}</s> No.`],
    ["strike with tags and paragraphs within", `<strike>Once.\n\n<p><b>So:</b> ${claim}</p></strike> No.`],
    ["del within del", `<del>One <del>two</del> ${claim}</del> No.`],
    ["tags that overlap", `<s>One <del>two</s> ${claim}</del> No.`],
    ["a long del", `<del>${"It is so. ".repeat(500)}${claim}</del> No.`],
    ["code within del", `<del>Use \`${claim}\`</del> No.`],
    ["a comment", `<!-- ${claim} --> No.`],
    ["a script", `<script>// ${claim}</script> No.`],
    ["a style", `<style>/* ${claim} */</style> No.`],
    ["a command of LaTeX", `\\sout{${claim}} No.`],
    ["a command with commands within", `\\sout{See \\textbf{\\emph{this}}: ${claim}} No.`],
    ["a command with a space before its brace", `\\sout {${claim}} No.`],
    ["a command that crosses out", `\\hcancel{${claim}} No.`],
    ["what is given room and not printed", `\\phantom{${claim}} No.`],
    ["a condition that is never met", `\\iffalse ${claim} \\fi No.`],
    ["a style that strikes", `<span style="text-decoration: line-through">${claim}</span> No.`],
    ["a style that hides", `<p style='Display:none'><b>So:</b> ${claim}</p> No.`],
    ["a style that makes invisible", `<div style=visibility:hidden>One <div>two</div> ${claim}</div> No.`],
    ["hidden", `<div hidden>${claim}</div> No.`],
    ["a template", `<template>${claim}</template> No.`],
    ["a field", `<textarea rows="2">${claim}</textarea> No.`],
    ["a title", `<title>${claim}</title> No.`],
    ["an instruction", `<?php ${claim} ?> No.`],
    ["a section of raw data", `<![CDATA[ ${claim} ]]> No.`],
    ["an editor's deletion", `{--${claim}--} No.`],
    ["a title that nothing leads to", `[//]: # (${claim})\n\n No.`],
    ["thinking", `<think>${claim} Or not?</think> No.`],
    ["thinking in another spelling", `[THINK]${claim} Or not?[/THINK] No.`],
    ["letters with a line through them", claim.replaceAll(/./gu, "$&\u0336")],
  ] as const)("%s", ([, text]) => {
    expect(refusal(text, claim)).not.toBeNull();
    for (const part of [
      "is safe for all",
      "safe for all of the patients.~~ No",
      "all of the patients.</del> No.",
    ])
      expect(refusal(text, part)).not.toBeNull();
    expect(refusal(text, text.slice(0, text.lastIndexOf(" No.")))).not.toBeNull();
  });

  test.for([
    ["The target is ~~BCL2~~ MCL1.", "The target is MCL1."],
    ["The target is ~~BCL2~~ MCL1.", "The target is ~~BCL2~~ MCL1."],
    ["It is n\u0336o\u0336t\u0336 safe here.", "It is safe here."],
    [`~~${claim}~~ Yet: ${claim}`, claim],
    ["```\n<del>kept in code</del>\n```", "kept in code"],
    ["```\n<think>\nkept in code too\n</think>\n```", "kept in code too"],
    ["`<think>` and a claim that is made.</think>", "a claim that is made"],
    ['[Note]: The "drug is safe for all"', "drug is safe for all"],
    ['<img src="a.png" alt="A survival curve in blue">', "A survival curve in blue"],
    [
      '<a href="https://x.org" title="a">The drug is safe</a>',
      '<a href="https://x.org" title="a">The drug is safe</a>',
    ],
    ["<p aria-hidden='false'>The drug is safe</p>", "The drug is safe"],
    ["\\textbf{The drug} is \\phantom{x} safe", "The drug is safe"],
    ["A list of Map<s> that is never closed here", "is never closed here"],
    ["from ~~5 to ~~7 in all of them", "in all of them"],
  ] as const)("%j says %j", ([text, excerpt]) => {
    expect(refusal(text, excerpt)).toBeNull();
  });

  test.for([
    ["the title of a link", `[It](https://x.org "${claim}") No.`],
    ["an attribute", `<abbr title="${claim}">It</abbr> No.`],
    ["an attribute of any element", `<input type=hidden value='${claim}'> No.`],
    ["thinking in a trace", `--- AI Message ---\n<thinking>${claim}</thinking> No.`],
  ] as const)("%s beside what is said", ([, text]) => {
    expect(refusal(text, claim)).not.toBeNull();
    expect(refusal(text, "is safe for all")).not.toBeNull();
  });

  test("of two places the one that is said is the passage", () => {
    const text = `<s>${claim}</s> Yet: ${claim}`;
    expect(indexText(text).locate(claim)).toMatchObject({
      kind: "exact",
      range: { start: text.length - claim.length },
    });
  });
});

test("however tags and strikes stand within each other, what all of them enclose is no evidence", () => {
  const around = fc.constantFrom(
    ["~~", "~~"],
    ["<del>", "</del>"],
    ["<s class='a'>", "</s>"],
    ["<b>", "</b>"],
    ["**", "**"],
    ["<p>\n\n", "</p>"],
    ["<DEL><s>", "</DEL></s>"],
  );
  fc.assert(
    fc.property(fc.array(around, { maxLength: 6 }), (pairs) => {
      const inner = pairs.reduce((text, [open, close]) => `${open}${text}${close}`, claim);
      expect(refusal(`So. <del>${inner}</del> Or not.`, claim)).not.toBeNull();
    }),
    { numRuns: 300, seed: 8 },
  );
});
