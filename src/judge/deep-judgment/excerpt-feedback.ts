import { section } from "../section.ts";
import type { RejectedExcerpt } from "./check-excerpts.ts";

const shownLength = 1000;

/** The text that asks again after quotes that do not stand in the answer; an item without quotes gave none at all. */
export function excerptFeedback(failed: ReadonlyMap<string, readonly RejectedExcerpt[]>): string {
  const problems = [...failed].flatMap(([name, rejected]) =>
    rejected.length === 0
      ? [problem("There was no quote at all.", [["item", name]])]
      : rejected.map((excerpt) => rejectedProblem(name, excerpt)),
  );
  return [
    "You were asked this before. What was wrong with your last reply:",
    ...problems.map((text, index) => `${index + 1}. ${text}`),
    "Give the excerpts for every item again. Copy each quote from the answer character by character, or leave it out.",
  ].join("\n\n");
}

function rejectedProblem(name: string, rejected: RejectedExcerpt): string {
  const { text, similarity, threshold, nearest } = rejected;
  if (rejected.saysNothing)
    return problem("This quote says nothing by itself: it holds no whole word.", [
      ["item", name],
      ["quote", text],
    ]);
  const changed = rejected.differences?.find(({ changes }) => changes !== null);
  if (nearest !== null && similarity >= threshold && changed !== undefined)
    return problem("This quote does not say what the answer says: it differs in what bears meaning.", [
      ["item", name],
      ["quote", text],
      ["nearest_passage", nearest],
      ["differs_in", changed.quoted || "(left out)"],
      ["where_the_answer_says", changed.said || "(nothing)"],
    ]);
  const needed = `This quote does not stand in the answer. Its similarity to it is ${floored(similarity)}, at least ${threshold.toFixed(2)} is needed.`;
  const found: readonly (readonly [string, string])[] = nearest ? [["nearest_passage", nearest]] : [];
  const advice = found.length === 0 ? "Nothing in the answer comes near it." : "";
  return problem([needed, advice].filter(Boolean).join(" "), [["item", name], ["quote", text], ...found]);
}

/** Two decimals, never rounded up: what is too little must not read as enough. */
function floored(similarity: number): string {
  return (Math.floor(similarity * 100 + 1e-9) / 100).toFixed(2);
}

function problem(sentence: string, texts: readonly (readonly [string, string])[]): string {
  return [sentence, ...texts.map(([tag, text]) => section(tag, cut(text)))].join("\n");
}

function cut(text: string): string {
  // many servers refuse to read half a character, which a cut leaves and a judge may quote
  return (text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`).toWellFormed();
}
