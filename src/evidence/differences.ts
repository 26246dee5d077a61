import type { PathStep } from "./alignment-path.ts";
import type { Difference } from "./excerpt-match.ts";
import { meaningOf, type TokenPlace } from "./meaning.ts";
import { meaningOfSlip } from "./slips.ts";

/** A folded text with the places of its tokens. */
export interface TokenisedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Where a quotation and a passage differ, by how their tokens are aligned; neighbouring differences are one. */
export function differencesAlong(
  steps: readonly PathStep[],
  quoted: TokenisedText,
  said: TokenisedText,
): readonly Difference[] {
  const differences: Difference[] = [];
  let run: PathStep[] = [];
  const finishRun = () => {
    const [first, last] = [run[0], run.at(-1)];
    run = [];
    if (first === undefined || last === undefined) return;
    const quotedTokens = placesOf(quoted, first.quotedFrom, last.quotedTo);
    const saidTokens = placesOf(said, first.saidFrom, last.saidTo);
    differences.push({
      quoted: textOf(quotedTokens),
      said: textOf(saidTokens),
      changes: meaningOf([...quotedTokens, ...saidTokens]),
    });
  };
  for (const step of steps) {
    if (!step.isAlike) {
      run.push(step);
      continue;
    }
    finishRun();
    const quotedTokens = placesOf(quoted, step.quotedFrom, step.quotedTo);
    const saidTokens = placesOf(said, step.saidFrom, step.saidTo);
    const [quotedText, saidText] = [textOf(quotedTokens), textOf(saidTokens)];
    if (quotedText === saidText) continue;
    differences.push({
      quoted: quotedText,
      said: saidText,
      changes: meaningOfSlip(quotedTokens, saidTokens),
    });
  }
  finishRun();
  return differences;
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
