/** So many characters of text are searched for words that do not stand there as they are written; some seconds at most. */
const mostSearched = 20_000_000;

/** How much may still be searched for what one reply quotes. */
export interface SearchBudget {
  /** True where a text of that length may be searched once more. */
  spend(length: number): boolean;
  /** True: something was not searched. */
  isSpent(): boolean;
}

/** A budget for one reply: a judge that quotes a thousand times what is not there must not hold up the run. */
export function searchBudget(): SearchBudget {
  let left = mostSearched;
  let spent = false;
  return {
    spend(length) {
      const isEnough = length <= left;
      if (isEnough) left -= length;
      else spent = true;
      return isEnough;
    },
    isSpent: () => spent,
  };
}

/** What a judge is told whose quotations could not all be looked up. */
export const tooMuchToSearch =
  "too many quotations do not stand in the text word for word to look for them in so much text; copy them character by character";
