import { integer, pick, type Random } from "./generated-prose.ts";

export type Kind = "plain" | "wrapped" | "Markdown" | "Markdown with links" | "HTML" | "table";

/** A word of a sentence as it is read, with the place of what is read in the source. */
export interface RenderedWord {
  readonly shown: string;
  /** What stands between it and the word before: a space, or nothing where the script has none. */
  readonly gap: string;
  readonly start: number;
  readonly end: number;
}

export interface RenderedDocument {
  readonly source: string;
  readonly sentences: readonly (readonly RenderedWord[])[];
}

interface Word {
  readonly shown: string;
  readonly gap: string;
}

/** The words of a sentence with the signs at them; scripts without spaces are cut as the platform cuts them. */
export function wordsOf(sentence: string): readonly Word[] {
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Thai}/u.test(sentence)) {
    const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
    const words: Word[] = [];
    let gap = "";
    for (const { segment, isWordLike } of segmenter.segment(sentence)) {
      const last = words.at(-1);
      if (segment.trim() === "") gap = " ";
      else if (isWordLike !== true && last !== undefined && gap === "")
        words[words.length - 1] = { ...last, shown: last.shown + segment };
      else {
        words.push({ shown: segment, gap });
        gap = "";
      }
    }
    return words;
  }
  return sentence.split(" ").map((shown, at) => ({ shown, gap: at === 0 ? "" : " " }));
}

const addresses = [
  "https://www.example.org/reports/2021/117#section-4",
  "https://doi.example.net/10.1000/182_b(97)",
  "http://data.example.com/view?id=4471&lang=en",
  "../notes/chapter-12.html",
] as const;

/** Puts sentences into a document of a kind, and notes where their words stand. */
export function renderDocument(sentences: readonly string[], kind: Kind, random: Random): RenderedDocument {
  let source = kind === "table" ? "| No | Finding | Year |\n|----|:-------|-----:|\n" : "";
  const rendered: RenderedWord[][] = [];
  for (const [at, sentence] of sentences.entries()) {
    source += opening(kind, at, random);
    const words: RenderedWord[] = [];
    const list = wordsOf(sentence);
    let linked = 0;
    for (const [position, { shown, gap }] of list.entries()) {
      source += spaced(gap, source, kind, random);
      if (gap !== "" && struckAt(kind, random)) source += "~~formerly~~ ";
      if (kind === "Markdown with links" && linked === 0 && position + 3 < list.length && random() < 0.12) {
        linked = integer(random, 1, 3);
        source += random() < 0.1 ? "![" : "[";
      }
      const mayDecorate = gap !== "" || /[\p{L}\p{N}。，、]$/u.test(source);
      const [before, content, after] = mayDecorate ? decorated(shown, kind, random) : ["", shown, ""];
      const start = source.length + before.length;
      source += before + content + after;
      words.push({ shown, gap, start, end: start + content.length });
      if (linked > 0 && --linked === 0) source += `](${pick(random, addresses)})`;
    }
    rendered.push(words);
    source += closing(kind, random);
  }
  return { source, sentences: rendered };
}

function opening(kind: Kind, at: number, random: Random): string {
  if (kind === "table") return `| ${at + 1} | `;
  if (kind === "HTML") return pick(random, ["<p>", '<li class="item">', "<div><span>", "<td>"]);
  if (!kind.startsWith("Markdown")) return at === 0 ? "" : pick(random, [" ", " ", "\n\n"]);
  return pick(random, ["\n- ", `\n${at + 1}. `, "\n\n", " ", `\n\n## Part ${at}\n\n`, "\n> "]);
}

function closing(kind: Kind, random: Random): string {
  if (kind === "table") return ` | ${integer(random, 1990, 2024)} |\n`;
  if (kind === "HTML") return pick(random, ["</p>\n", "</li>", "<br/>\n", " <sup>[4]</sup></p>"]);
  if (kind === "Markdown with links")
    return pick(random, [
      "",
      "[3]",
      " [12, 14]",
      "[^2]",
      " ([example.org](https://www.example.org/a))",
      "【4:0†source】",
    ]);
  return "";
}

function spaced(gap: string, source: string, kind: Kind, random: Random): string {
  if (gap === "") return "";
  if (kind === "HTML") return random() < 0.05 ? "&nbsp;" : " ";
  const lineStart = source.lastIndexOf("\n");
  const isLong = source.length - lineStart > 60;
  return kind === "wrapped" && isLong ? pick(random, ["\n", "\n  ", "\r\n"]) : gap;
}

const struckAt = (kind: Kind, random: Random): boolean => kind === "Markdown" && random() < 0.01;

function decorated(shown: string, kind: Kind, random: Random): readonly [string, string, string] {
  if (kind === "HTML") return decoratedHtml(shown, random);
  if (kind.startsWith("Markdown") && random() < 0.12) {
    const core = /^([\p{L}\p{N}-]+)(.*)$/u.exec(shown);
    if (core === null) return ["", shown, ""];
    const sign = pick(random, ["**", "*", "`", "***", "__"]);
    // What is read of it ends with the signs behind the word, which stand outside of the emphasis.
    return [sign, `${core[1]}${sign}${core[2]}`, ""];
  }
  if (kind === "wrapped" && random() < 0.1) return ["", hyphenated(shown), ""];
  return ["", shown, ""];
}

/** A long word of small letters, parted at the end of a line. */
function hyphenated(shown: string): string {
  const parts = /^(\p{Ll}{4,})(\p{Ll}{4}.*)$/u.exec(shown);
  return parts === null || shown.includes("-") ? shown : `${parts[1]}-\n${parts[2]}`;
}

function decoratedHtml(shown: string, random: Random): readonly [string, string, string] {
  const named = shown.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const written = named.replace(/\P{ASCII}/gu, (character) =>
    random() < 0.3 ? `&#${character.codePointAt(0)};` : character,
  );
  const tag = pick(random, ["", "", "", "", "", "b", "em", "code", "span", "a"]);
  if (tag === "") return ["", written, ""];
  const attributes =
    tag === "a" ? ` href="${pick(random, addresses)}"` : tag === "span" ? ' class="hit"' : "";
  return [`<${tag}${attributes}>`, written, `</${tag}>`];
}
