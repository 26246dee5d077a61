/** What the judge reads in each answer, known by words that stand in it alone; written by hand, no model produced it. */
interface Recorded {
  readonly answer: string;
  readonly fields: object;
  readonly traits?: object;
  readonly claims?: readonly object[];
}

export const recorded: readonly Recorded[] = [
  { answer: "thirty days from delivery", fields: { days: 30 }, traits: { polite: true } },
  { answer: "from the border on it is Posten", fields: {}, traits: { polite: true } },
  { answer: "You should have ordered earlier", fields: {}, traits: { polite: false } },
  { answer: "5 kilometres are 5,000 metres", fields: { answer: 5000 } },
  { answer: "five of them have 5000", fields: { answer: 5000 } },
  { answer: "it boils at 100 °C", fields: { answer: 100 } },
  { answer: "Water boils at 212 degrees", fields: { answer: 212 } },
  { answer: "scatter short waves far more", fields: { scattering: true, blue_more: true } },
  { answer: "it mirrors the sea", fields: { scattering: false, blue_more: false } },
  {
    answer: "The label is in the box",
    fields: { shop_pays: true },
    claims: [
      {
        sentence: "We pay for it.",
        claim: "The shop pays for sending a lamp back",
        supported: true,
        quote: "Returns are free of charge: the shop pays",
      },
      {
        sentence: "The label is in the box.",
        claim: "A label is in the box",
        supported: true,
        quote: "A label lies in each box",
      },
    ],
  },
  {
    answer: "Gift cards are refunded at once",
    fields: { days: 14, since_arrival: false },
    claims: [
      {
        sentence: "Within 14 days.",
        claim: "The money comes back within 14 days",
        supported: true,
        quote: "Money is paid back within 14 days",
      },
      {
        sentence: "Gift cards are refunded at once.",
        claim: "Gift cards are refunded at once",
        supported: false,
        quote: null,
      },
    ],
  },
];
