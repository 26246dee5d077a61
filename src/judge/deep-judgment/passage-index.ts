import {
  type ExcerptMatch,
  indexText,
  refusalOf,
  type TextIndex,
  type TextRange,
} from "../../evidence/index.ts";
import type { RejectedExcerpt } from "../../result/index.ts";
import type { TracePart } from "../../trace/index.ts";
import type { EvidenceSettings } from "./settings.ts";

/** A passage of the judged text that a quotation was compared with. */
interface FoundPassage {
  readonly match: ExcerptMatch;
  /** Which part of the trace it stands in; undefined where the text is the model's own alone, or nothing is alike. */
  readonly source: RejectedExcerpt["source"];
  /** Why it is no evidence; null where it is. */
  readonly refusal: RejectedExcerpt["reason"];
}

/** A judged text in which quotations are looked for. */
export interface PassageIndex {
  readonly text: string;
  /** A passage of the model's own words goes before an equal one that a tool was given or gave back. */
  find(excerpt: string, settings: Pick<EvidenceSettings, "threshold" | "sources">): FoundPassage;
}

/**
 * Prepares a judged text.
 *
 * @param parts who the parts of a trace are from; empty: all of the text is the model's own
 */
export function passageIndex(text: string, parts: readonly TracePart[] = []): PassageIndex {
  const whole = indexText(text);
  const spoken = parts.filter(({ source }) => source === "message");
  const isPlain = spoken.length === parts.length;
  const own = isPlain ? whole : indexParts(text, spoken);
  return {
    text,
    find(excerpt, { threshold, sources = "all" }) {
      const inMessages = own.locate(excerpt);
      const refusal = refusalOf(inMessages, text, threshold);
      if (isPlain) return { match: inMessages, source: undefined, refusal };
      const anywhere = whole.locate(excerpt);
      const describeMatch = (match: ExcerptMatch) => ({
        match,
        source: match.range && sourceOf(match.range, parts),
      });
      if (sources === "all") {
        const isAsGood = refusal === null && inMessages.similarity >= anywhere.similarity;
        const match = isAsGood ? inMessages : anywhere;
        return { ...describeMatch(match), refusal: refusalOf(match, text, threshold) };
      }
      const isElsewhere = refusal !== null && refusalOf(anywhere, text, threshold) === null;
      return isElsewhere
        ? { ...describeMatch(anywhere), refusal: "other_source" }
        : { ...describeMatch(inMessages), refusal };
    },
  };
}

/** The parts of a text alone: no passage goes from one into the next. */
function indexParts(text: string, parts: readonly TextRange[]): Pick<TextIndex, "locate"> {
  const indexed = parts.map(({ start, end }) => ({ start, index: indexText(text.slice(start, end)) }));
  return {
    locate(excerpt) {
      let best: ExcerptMatch = { kind: "none", similarity: 0, range: null, differences: [] };
      for (const { start, index } of indexed) {
        const match = index.locate(excerpt);
        if (match.similarity <= best.similarity || match.range === null) continue;
        best = { ...match, range: { start: match.range.start + start, end: match.range.end + start } };
        if (best.similarity === 1) break;
      }
      return best;
    },
  };
}

function sourceOf({ start, end }: TextRange, parts: readonly TracePart[]): RejectedExcerpt["source"] {
  const sources = new Set(
    parts.filter((part) => part.start < end && part.end > start).map(({ source }) => source),
  );
  const [source] = sources;
  return sources.size > 1 ? "mixed" : source;
}
