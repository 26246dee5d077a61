export type { Difference, ExcerptMatch, TextIndex, TextRange } from "./excerpt-match.ts";
export { indexText } from "./index-text.ts";
export { type Refusal, refusalOf } from "./refusal.ts";
