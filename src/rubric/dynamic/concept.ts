import type { RubricTrait } from "../kinds/list.ts";

/** What a judge is asked to look for before a dynamic trait applies: its summary, else its description. */
export function conceptOf({ summary, description }: RubricTrait): string | undefined {
  return summary || description || undefined;
}
