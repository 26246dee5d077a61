import type { Difference } from "./excerpt-match.ts";
import { meaningOf, type TokenPlace } from "./meaning.ts";

/** From here on one letter is more likely a slip than another word. */
const shortestSlip = 8;
const letters = /^[\p{L}\p{M}'-]+$/u;

/** What of the meaning changes where tokens that read alike are exchanged; null where that is a way of writing them. */
export function meaningOfSlip(
  quoted: readonly TokenPlace[],
  said: readonly TokenPlace[],
): Difference["changes"] {
  const [left, right] = [wordOf(quoted), wordOf(said)];
  const isSpelling =
    left.toLowerCase() === right.toLowerCase() ||
    (letters.test(left) && letters.test(right) && Math.min(left.length, right.length) >= shortestSlip);
  return isSpelling ? null : meaningOf([...quoted, ...said]);
}

function wordOf(tokens: readonly TokenPlace[]): string {
  return tokens.map(({ text, start, end }) => text.slice(start, end)).join("");
}
