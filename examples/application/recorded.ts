// What the judge reads from each answer, written by hand; no model produced it.
export const recorded: { readonly [question: string]: object } = {
  "What does venetoclax act on?": { target: "BCL2" },
  "What does imatinib act on?": { target: "ABL1" },
  "What does trastuzumab act on?": { target: "HER2" },
  "When was imatinib approved?": { year: 1999 },
};
