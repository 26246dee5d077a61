// What the judge reads from each answer, and finds in the passages about it; written by hand, no model produced it.
interface Recorded {
  readonly values: object;
  readonly claims: readonly {
    readonly sentence: string;
    readonly claim: string;
    readonly supported: boolean;
    readonly quote: string | null;
  }[];
}

/** A claim that a passage makes in the words of the answer, which are taken from it. */
const quoted = (sentence: string, claim: string, quote: string) => ({
  sentence,
  claim,
  supported: true,
  quote,
});

const venetoclax =
  "Venetoclax binds selectively to BCL2, a protein that keeps cells of chronic lymphocytic leukaemia alive.";
const imatinib = "Imatinib inhibits the tyrosine kinase BCR-ABL1, which drives chronic myeloid leukaemia.";
const trastuzumab = "Trastuzumab is an antibody against HER2, which many breast cancers make in excess.";

const ofImatinib = [
  quoted(imatinib, "Imatinib inhibits BCR-ABL1", "Imatinib inhibits the tyrosine kinase BCR-ABL1"),
  quoted(
    imatinib,
    "BCR-ABL1 drives chronic myeloid leukaemia",
    "BCR-ABL1, which drives chronic myeloid leukaemia",
  ),
];

export const recorded: { readonly [question: string]: Recorded } = {
  "What does venetoclax act on?": {
    values: { target: "BCL2" },
    claims: [
      quoted(venetoclax, "Venetoclax binds selectively to BCL2", "Venetoclax binds selectively to BCL2"),
      quoted(
        venetoclax,
        "BCL2 keeps cells of chronic lymphocytic leukaemia alive",
        "BCL2, a protein that keeps cells of chronic lymphocytic leukaemia alive",
      ),
    ],
  },
  "What does imatinib act on?": { values: { target: "ABL1" }, claims: ofImatinib },
  "What does trastuzumab act on?": {
    values: { target: "HER2" },
    claims: [
      quoted(
        trastuzumab,
        "Trastuzumab is an antibody against HER2",
        "Trastuzumab is an antibody against HER2",
      ),
      quoted(
        trastuzumab,
        "Many breast cancers make HER2 in excess",
        "HER2, which many breast cancers make in excess",
      ),
    ],
  },
  "When was imatinib approved?": {
    values: { year: 1999 },
    claims: [
      ...ofImatinib,
      {
        sentence: "It was approved in 1999.",
        claim: "Imatinib was approved in 1999",
        supported: false,
        quote: null,
      },
    ],
  },
};
