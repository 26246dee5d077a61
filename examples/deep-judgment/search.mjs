// Looks a passage up in a handful of notes written for this example. A search of your own would ask a database or an
// API in their place.
const notes = [
  {
    title: "Venetoclax",
    content: "Venetoclax is a BH3 mimetic: it occupies the BH3-binding groove of BCL-2 and spares BCL-XL.",
    url: "https://example.org/venetoclax",
  },
  {
    title: "Approvals 2016",
    content: "April 2016: first approval of venetoclax in the United States, for CLL with 17p deletion.",
    url: "https://example.org/approvals-2016",
  },
  {
    title: "Imatinib",
    content: "Imatinib occupies the ATP pocket of BCR-ABL1 and holds the kinase in its inactive form.",
    url: "https://example.org/imatinib",
  },
  {
    title: "IRIS after ten years",
    content: "In the IRIS trial the overall survival at 10 years was 83.3% in the imatinib group.",
    url: "https://example.org/iris",
  },
  {
    title: "Olaparib",
    content: "Olaparib inhibits PARP1 and PARP2 and traps the enzyme on damaged DNA.",
    url: "https://example.org/olaparib",
  },
  {
    title: "Trastuzumab",
    content: "Trastuzumab binds the extracellular domain IV of HER2.",
    url: "https://example.org/trastuzumab",
  },
  {
    title: "Approvals 1998",
    content: "September 1998: first approval of trastuzumab in the United States, for breast cancer.",
    url: "https://example.org/approvals-1998",
  },
];

const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** The two notes that share most words with the passage, of those that share three at least. */
export default function search(query) {
  const asked = wordsOf(query);
  return notes
    .map((note) => ({ note, alike: [...wordsOf(note.content)].filter((word) => asked.has(word)).length }))
    .filter(({ alike }) => alike >= 3)
    .sort((one, other) => other.alike - one.alike)
    .slice(0, 2)
    .map(({ note }) => note);
}
