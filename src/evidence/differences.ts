import type { PathStep } from "./alignment-path.ts";
import { classOf } from "./character-class.ts";
import type { Difference } from "./excerpt-match.ts";
import { isArticle, meaningOf, type TokenPlace } from "./meaning.ts";
import { meaningOfSlip } from "./slips.ts";

/** Of what stands beside a passage no more words are shown. */
const mostShown = 3;

/** A folded text with the places of its tokens. */
interface TokenisedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether a token may be left out without a difference. */
  readonly isAside: (token: number) => boolean;
}

/** Where a quotation and a passage differ, by how their tokens are aligned; neighbouring differences are one. */
export function differencesAlong(
  steps: readonly PathStep[],
  quoted: TokenisedText,
  said: TokenisedText,
  isKnown: (word: string) => boolean,
): readonly Difference[] {
  const differences: Difference[] = [];
  let run: PathStep[] = [];
  /** What the text says in the place of what a quotation begins or ends with and the passage lacks. */
  const besidePassage = (count: number, first: PathStep, last: PathStep): readonly TokenPlace[] => {
    const shown = Math.min(count, mostShown);
    if (last === steps.at(-1))
      return placesOf(said, last.saidTo, Math.min(last.saidTo + shown, said.starts.length));
    return first === steps[0] ? placesOf(said, Math.max(0, first.saidFrom - shown), first.saidFrom) : [];
  };
  const finishRun = () => {
    const [first, last] = [run[0], run.at(-1)];
    run = [];
    if (first === undefined || last === undefined) return;
    const quotedTokens = placesOf(quoted, first.quotedFrom, last.quotedTo);
    const saidTokens = placesOf(said, first.saidFrom, last.saidTo);
    const beside = saidTokens.length > 0 ? saidTokens : besidePassage(quotedTokens.length, first, last);
    const isSign = quotedTokens.every(isSignAt);
    const shown = saidTokens.length > 0 || !isSign || isAttached(beside) ? beside : [];
    const tokens = [...quotedTokens, ...(isSign ? shown : saidTokens)];
    const isInner = first !== steps[0] && last !== steps.at(-1);
    differences.push({
      quoted: textOf(quotedTokens),
      said: textOf(shown),
      changes: isInner && tokens.every(isArticle) ? null : meaningOf(tokens),
    });
  };
  for (const step of steps) {
    if (step.quotedFrom === step.quotedTo && isAll(said.isAside, step)) continue;
    if (!step.isAlike) {
      run.push(step);
      continue;
    }
    finishRun();
    const quotedTokens = placesOf(quoted, step.quotedFrom, step.quotedTo);
    const saidTokens = placesOf(said, step.saidFrom, step.saidTo).filter(
      (_, at, tokens) => tokens.length === 1 || !said.isAside(step.saidFrom + at),
    );
    const [quotedText, saidText] = [textOf(quotedTokens), textOf(saidTokens)];
    if (quotedText === saidText) continue;
    differences.push({
      quoted: quotedText,
      said: saidText,
      changes: meaningOfSlip(quotedTokens, saidTokens, isKnown),
    });
  }
  finishRun();
  return differences;
}

function isSignAt({ text, start }: TokenPlace): boolean {
  return classOf(text.codePointAt(start) ?? 0) === "sign";
}

/** Whether signs stand right behind a word. */
function isAttached(tokens: readonly TokenPlace[]): boolean {
  const [first] = tokens;
  return first !== undefined && first.text.charAt(first.start - 1) !== " " && tokens.every(isSignAt);
}

function isAll(holds: (token: number) => boolean, { saidFrom, saidTo }: PathStep): boolean {
  for (let at = saidFrom; at < saidTo; at += 1) if (!holds(at)) return false;
  return true;
}

function placesOf({ text, starts, ends }: TokenisedText, from: number, to: number): readonly TokenPlace[] {
  return Array.from({ length: to - from }, (_, at) => ({
    text,
    start: starts[from + at] ?? 0,
    end: ends[from + at] ?? 0,
  }));
}

function textOf(tokens: readonly TokenPlace[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first === undefined || last === undefined ? "" : first.text.slice(first.start, last.end);
}
