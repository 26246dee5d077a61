import { indexText, refusalOf } from "../index.ts";
import { type Alteration, exchanged, type Language, weighty } from "./alterations.ts";
import { code, formulaChanges, latex } from "./corpus/formulas.ts";
import { pick, type Random, randomOf } from "./generated-prose.ts";
import { halfQuotations } from "./half-quotations.ts";
import { languages } from "./languages.ts";
import { type Quotation, quotationOf, writings } from "./quotations.ts";
import { type Kind, type RenderedDocument, renderDocument } from "./rendered-document.ts";

/** How many of some quotations were accepted; of genuine ones also how many at the right place. */
export interface Tally {
  readonly group: string;
  readonly name: string;
  count: number;
  accepted: number;
  inPlace: number;
  readonly wrong: string[];
}

const kinds: readonly Kind[] = ["plain", "wrapped", "Markdown", "Markdown with links", "HTML", "table"];
const sentencesOfDocument = 7;
/** A range may end before the signs behind the last word. */
const onlySigns = /^(?:&#\d+;|[^\p{L}\p{N}])*$/u;

/** Looks for generated quotations in generated documents of all languages and kinds, with the rule that judging uses. */
export function measureEvidence({
  seed,
  rounds,
  threshold = 0.8,
}: {
  readonly seed: number;
  readonly rounds: number;
  readonly threshold?: number;
}): ReadonlyMap<string, Tally> {
  const random = randomOf(seed);
  const tallies = new Map<string, Tally>();
  const tallyOf = (group: string, name: string): Tally => {
    const key = `${group}: ${name}`;
    const tally = tallies.get(key) ?? { group, name, count: 0, accepted: 0, inPlace: 0, wrong: [] };
    tallies.set(key, tally);
    return tally;
  };
  measureFormulas("LaTeX", latex, tallyOf, threshold);
  measureFormulas("code", code, tallyOf, threshold);
  for (let round = 0; round < rounds; round += 1) {
    for (const language of languages) {
      for (const kind of kinds) {
        const document = documentOf(language, kind, random);
        const index = indexText(document.source);
        const look = (excerpt: string) => {
          const match = index.locate(excerpt);
          return { match, isAccepted: refusalOf(match, index.text, threshold) === null };
        };
        for (const [name, writing] of Object.entries(writings)) {
          const quotation = quotationOf(document, writing, random);
          if (quotation === null) continue;
          const { match, isAccepted } = look(quotation.text);
          const isInPlace = isAccepted && match.range !== null && holds(match.range, index.text, quotation);
          for (const tally of [
            tallyOf("genuine", name),
            tallyOf("language", language.name),
            tallyOf("kind", kind),
          ]) {
            tally.count += 1;
            if (isAccepted) tally.accepted += 1;
            if (isInPlace) tally.inPlace += 1;
            else tally.wrong.push(described(quotation.text, document, quotation, match));
          }
        }
        for (const [group, alterations] of [
          ["weighty", weighty],
          ["exchanged", exchanged],
        ] as const) {
          for (const [name, alteration] of Object.entries(alterations)) {
            const altered = alteredQuote(document, alteration, language, random);
            if (altered === null) continue;
            count(tallyOf(group, name), look(altered.text).isAccepted, altered.text, altered.original);
          }
        }
        for (const { name, source, text } of halfQuotations(document, language, random)) {
          const isAccepted = refusalOf(indexText(source).locate(text), source, threshold) === null;
          count(tallyOf("weighty", name), isAccepted, text, source);
        }
        for (const [name, made] of foreign(document, language, random))
          count(tallyOf("made up", name), look(made).isAccepted, made, "");
      }
    }
  }
  return tallies;
}

/** Formulas and code: each as it is read, in other line breaks and quotation marks, and with each change that fits. */
function measureFormulas(
  kind: string,
  sentences: readonly (readonly [source: string, shown: string])[],
  tallyOf: (group: string, name: string) => Tally,
  threshold: number,
): void {
  const source = sentences.map(([written]) => written).join("\n\n");
  const index = indexText(source);
  const isAccepted = (excerpt: string) => refusalOf(index.locate(excerpt), source, threshold) === null;
  for (const [written, shown] of sentences) {
    const start = source.indexOf(written);
    for (const excerpt of [
      written,
      shown,
      shown.replaceAll(" ", "\n"),
      `“${shown}”`,
      `${shown.slice(0, -1)} …`,
    ]) {
      const { range } = index.locate(excerpt);
      const isInPlace = range !== null && range.start >= start && range.end <= start + written.length;
      for (const tally of [tallyOf("genuine", kind), tallyOf("kind", kind)]) {
        tally.count += 1;
        if (isAccepted(excerpt)) tally.accepted += 1;
        if (isAccepted(excerpt) && isInPlace) tally.inPlace += 1;
        else tally.wrong.push(`${excerpt} ← ${written} ${JSON.stringify(index.locate(excerpt))}`);
      }
    }
    for (const [from, to] of formulaChanges) {
      const altered = shown.replace(from, to);
      if (altered !== shown)
        count(tallyOf("weighty", `a sign of ${kind} changed`), isAccepted(altered), altered, shown);
    }
  }
}

function count(tally: Tally, isAccepted: boolean, text: string, original: string): void {
  tally.count += 1;
  if (!isAccepted) return;
  tally.accepted += 1;
  tally.wrong.push(`${text} ← ${original}`);
}

function documentOf(language: Language, kind: Kind, random: Random): RenderedDocument {
  const left = [...language.sentences];
  const chosen: string[] = [];
  while (chosen.length < sentencesOfDocument - 1 && left.length > 2)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return renderDocument(chosen, kind, random);
}

/** Whether a range holds the quoted words and none of their neighbours. */
function holds(
  range: { readonly start: number; readonly end: number },
  source: string,
  { from, to, before, after }: Quotation,
): boolean {
  const isWithin = range.start >= before && range.end <= after;
  return isWithin && range.start <= from.start && onlySigns.test(source.slice(range.end, to.end));
}

function described(
  text: string,
  { source }: RenderedDocument,
  { from, to }: Quotation,
  match: unknown,
): string {
  return `${text}\n   ← ${source.slice(from.start, to.end)}\n   ${JSON.stringify(match)}`;
}

function alteredQuote(
  { sentences }: RenderedDocument,
  alteration: Alteration,
  language: Language,
  random: Random,
): { readonly text: string; readonly original: string } | null {
  const sentence = pick(random, sentences as [(typeof sentences)[number]]);
  const words = sentence.map(({ shown }) => shown);
  const other = alteration(words, language, random);
  if (other === null) return null;
  const joint = sentence.some(({ gap }, at) => at > 0 && gap === "") ? "" : " ";
  const [text, original] = [other.join(joint), words.join(joint)];
  // What is left of a sentence without its first or last word stands there.
  return original.includes(text) ? null : { text, original };
}

/** Quotations that put together what does not stand together, or that are of another text. */
function foreign(
  { sentences }: RenderedDocument,
  language: Language,
  random: Random,
): readonly (readonly [string, string])[] {
  const texts = sentences.map((sentence) => sentence.map(({ shown }) => shown));
  const joint = sentences[0]?.some(({ gap }, at) => at > 0 && gap === "") ? "" : " ";
  const [first = [], , third = []] = texts;
  const shuffled = [...third].sort(() => random() - 0.5);
  const used = new Set(texts.map((words) => words.join("")));
  const others = language.sentences.filter((sentence) => !used.has(sentence.replaceAll(" ", "")));
  return [
    ["two distant sentences joined", [...first, ...third].join(joint)],
    [
      "halves of two sentences",
      [...first.slice(0, first.length / 2), ...third.slice(third.length / 2)].join(joint),
    ],
    [
      "words shuffled",
      shuffled.join(joint) === third.join(joint) ? third.toReversed().join(joint) : shuffled.join(joint),
    ],
    ...(others.length === 0
      ? []
      : [["a sentence of another text", pick(random, others as [string])] as const]),
  ];
}
