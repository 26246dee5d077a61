export type { ExcerptMatch, TextIndex } from "./excerpt-match.ts";
export { indexText } from "./index-text.ts";
export { saysSomething } from "./says-something.ts";
