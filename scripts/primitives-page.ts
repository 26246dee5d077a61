import { primitivesTable } from "../src/template/index.ts";

/** The text of docs/primitives.md. */
export function primitivesPage(): string {
  return `# Primitives

A primitive is one deterministic check of a field: it compares the value the judge extracted with the ground truth, or
looks at the answer's own text. [Choosing checks](choosing-checks.md) says which one when, with examples. This page is
written from the code by \`npm run generate\`.

Every primitive is a function that takes one object of options and gives plain data:

\`\`\`ts
verified(z.number(), {
  description: "The boiling point in degrees Celsius",
  groundTruth: 78.37,
  verifyWith: numericTolerance({ tolerance: 0.5, mode: "absolute" }),
});
\`\`\`

${primitivesTable().trim()}

## Rules for all

- A null, or a missing value, is not compared: the field's result is null, which never passes and is not the same as wrong.
- A value that a primitive cannot compare, such as text for a number, fails its field and says why.
- Graded primitives give partial credit in 0..1 for the granular score beside passing or failing; the others give 1 or 0.
- Trace primitives read the answer's text and need no judge; a ground truth of \`false\` turns them around.
- Patterns are written in Python's dialect and searched in linear time. A search that could take long, and what linear
  time cannot express, runs in a thread of its own and is ended after 2 s: that is no verdict, and the result says why.
- Whether it is compared or not, a ground truth must pass its own check; only a bound with \`exclusive\` is none.
- NaN is no number and never passes. Numbers are binary floating point, exact up to ±9007199254740991: a larger ground
  truth is refused where values must equal it. Compare longer digits as text, \`z.string()\` with \`exactMatch()\`.
- Dates are read as people and programs write them, in brackets or quotes, with a weekday, a time, a zone or a final
  sign; "04/11/2016" is month first. They are never completed from today's date: "April 2016" is no day.
- A zone without one offset, such as \`IST\` or \`Europe/Paris\`, is read; \`dateTolerance\` and \`dateRange\`, which
  compare points in time, say that they cannot where the other side names another zone.
- Normalizers are applied in their order: \`lowercase\`, \`strip\`, \`remove_punctuation\`, \`collapse_whitespace\`, and
  \`synonyms({ from: "to" })\`, which replaces the text when all of it equals a key.
`;
}
