import { align, type Passage, pathStep } from "./align.ts";
import type { ExcerptTokens } from "./excerpt-tokens.ts";
import type { TextTokens } from "./text-tokens.ts";

/** Tokens of an excerpt and what stands for them in a text; either side may be empty. */
export interface PathStep {
  readonly quotedFrom: number;
  readonly quotedTo: number;
  readonly saidFrom: number;
  readonly saidTo: number;
  /** Whether the two sides read alike, if not the same. */
  readonly isAlike: boolean;
}

const sizes: Readonly<Record<number, readonly [quoted: number, said: number]>> = {
  [pathStep.paired]: [1, 1],
  [pathStep.missing]: [1, 0],
  [pathStep.inserted]: [0, 1],
  [pathStep.joinedTwo]: [2, 1],
  [pathStep.joinedThree]: [3, 1],
  [pathStep.apartTwo]: [1, 2],
  [pathStep.apartThree]: [1, 3],
};

/** How the tokens of an excerpt are aligned with those of the passage that `align` found for it, in order. */
export function alignmentPath(
  excerpt: ExcerptTokens,
  text: TextTokens,
  { first, end, cost }: Passage,
): readonly PathStep[] {
  const width = end - first + 1;
  const path = new Uint8Array((excerpt.count + 1) * width);
  align(excerpt, text, { from: first, to: end, mostCost: cost, path });
  const steps: PathStep[] = [];
  let i = excerpt.count;
  let j = width - 1;
  while (i > 0 || j > 0) {
    const step = i === 0 ? pathStep.inserted : (path[i * width + j] ?? pathStep.missing);
    const [quoted, said] = sizes[step] ?? [1, 0];
    const isPair = step === pathStep.paired;
    const textId = text.ids[first + j - 1] ?? -1;
    const isSame = isPair && textId === excerpt.ids[i - 1];
    steps.push({
      quotedFrom: i - quoted,
      quotedTo: i,
      saidFrom: first + j - said,
      saidTo: first + j,
      isAlike: isPair ? isSame || excerpt.alike[i - 1]?.has(textId) === true : quoted > 0 && said > 0,
    });
    i -= quoted;
    j -= said;
  }
  return steps.reverse();
}
