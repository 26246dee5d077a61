import { section } from "../../prompt/index.ts";
import { differenceTexts, type RejectedExcerpt } from "../../result/index.ts";

const shownLength = 1000;

/** Why an item is asked for again: quotes that do not stand in the answer, none at all, or what could not be read. */
export interface FailedItem {
  readonly rejected: readonly RejectedExcerpt[];
  readonly problems?: readonly string[];
}

/** The text that asks again for items. */
export function excerptFeedback(failed: ReadonlyMap<string, FailedItem>): string {
  const problems = [...failed].flatMap(([name, { rejected, problems: unread = [] }]) => {
    const about = [["item", name]] as const;
    if (unread.length > 0)
      return [
        problem("What it gave for this item could not be read.", [...about, ["problem", unread.join("\n")]]),
      ];
    return rejected.length === 0
      ? [problem("There was no quote at all.", about)]
      : rejected.map((excerpt) => rejectedProblem(name, excerpt));
  });
  return [
    "You were asked this before. What was wrong with your last reply:",
    ...problems.map((text, index) => `${index + 1}. ${text}`),
    "Give the excerpts for every item again. Copy each quote from the answer character by character, or leave it out.",
  ].join("\n\n");
}

function rejectedProblem(name: string, rejected: RejectedExcerpt): string {
  const about: readonly (readonly [string, string])[] = [
    ["item", name],
    ["quote", rejected.text],
  ];
  if (rejected.reason === "says_nothing")
    return problem("This quote says nothing by itself: it holds no whole word.", about);
  if (rejected.reason === "other_source")
    return problem(
      "This quote stands in a tool's call or output, or in thinking. Only what the answering model itself says counts here.",
      about,
    );
  const nearest: typeof about = rejected.nearestPassage
    ? [...about, ["nearest_passage", rejected.nearestPassage]]
    : about;
  const differences = differenceTexts(rejected).map((text) => `- ${text}`);
  const differing: typeof about =
    differences.length === 0 ? nearest : [...nearest, ["differences", differences.join("\n")]];
  if (rejected.reason === "altered")
    return problem(
      "This quote does not say what the answer says: it differs in what bears meaning.",
      differing,
    );
  const { similarityScore, threshold } = rejected;
  const needed = `This quote does not stand in the answer. Its similarity to it is ${floored(similarityScore ?? 0)}, at least ${(threshold ?? 0).toFixed(2)} is needed.`;
  return rejected.nearestPassage
    ? problem(needed, differing)
    : problem(`${needed} Nothing in the answer comes near it.`, about);
}

/** Two decimals, never rounded up: what is too little must not read as enough. */
function floored(similarity: number): string {
  return (Math.floor(similarity * 100 + 1e-9) / 100).toFixed(2);
}

function problem(sentence: string, texts: readonly (readonly [string, string])[]): string {
  return [sentence, ...texts.map(([tag, text]) => section(tag, shortenText(text)))].join("\n");
}

function shortenText(text: string): string {
  // many servers refuse to read half a character, which a cut leaves and a judge may quote
  return (text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`).toWellFormed();
}
