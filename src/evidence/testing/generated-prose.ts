/** A stream of numbers in [0, 1) that a seed repeats (mulberry32). */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function integer(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[integer(random, 0, items.length - 1)] ?? items[0];
}

const words = (list: string): [string, ...string[]] => {
  const [first = "", ...others] = list.split("|");
  return [first, ...others];
};

const openings = words(
  "It is known that|In this context,|According to the evidence,|Preclinical studies suggest that|In summary,|The putative target shows that|Taken together, these data indicate that|On the other hand,|As a result,|Several groups reported that|Notably,|In patients with relapsed disease,|It has been shown that|For this reason,|Interestingly,",
);
const agents = words(
  "venetoclax|navitoclax|ibrutinib|imatinib|the BH3 mimetic|the kinase inhibitor|the monoclonal antibody|rituximab|obinutuzumab|azacitidine|the small molecule|trametinib|sotorasib|the degrader|olaparib|the antisense oligonucleotide|dasatinib|the bispecific construct|the naïve compound|β-lapachone",
);
const targets = words(
  "BCL2|BCL-XL|MCL1|the anti-apoptotic protein|mutant KRAS|the androgen receptor|Bruton’s tyrosine kinase|the “guardian” p53|CD20|the proteasome|PARP1|the ﬁbroblast growth factor receptor|EGFR|TNF-α|the mitochondrial membrane|cytochrome c|the DNA-repair machinery|NF-κB|BCR–ABL|the Sjögren antigen",
);
const verbs = words(
  "binds|inhibits|degrades|activates|stabilises|displaces|down-regulates|phosphorylates|sensitises|protects|depletes|mimics|recruits|silences|re-localises",
);
const manners = words(
  "with high affinity|in a dose-dependent manner|selectively|at nanomolar concentrations|only weakly|within hours|through its α-helical groove|without affecting platelets|after oral administration|independently of caspases|at clinically achievable doses|in a reversible way|by an allosteric mechanism|despite prior exposure",
);
const places = words(
  "in mammalian cells|in chronic lymphocytic leukaemia|in acute myeloid leukaemia|in solid tumours|in primary patient samples|in a xenograft model|in healthy volunteers|in the bone marrow|in multiple myeloma|in cell lines carrying t(11;14)|in the elderly cohort|in castration-resistant disease|in B cells|in hepatocytes",
);
const links = words(
  "and|which means that|while|because|although|so that|— as expected —|but also|whereas|; in addition,|, and consequently",
);
const outcomes = words(
  "overall survival improved|apoptosis is restored|resistance emerges|the response rate reached|tumour lysis was observed|toxicity remained manageable|the pathway is shut down|neutropenia was frequent|minimal residual disease became undetectable|the signal was lost|remission lasted|progression occurred|the dose had to be reduced",
);
const amounts = words(
  "79% of cases|by 2.5-fold|in 12 of 34 patients|after 24 months|(p < 0.001)|at 400 mg daily|in roughly one third|within 6 weeks|for 18.5 months|[see ref. 7]|in both arms|compared with placebo|at the interim analysis|(95 % CI 1.2–3.4)",
);

/** A sentence of one domain: openings, names and phrases return, their combination does not. */
export function sentence(random: Random): string {
  const opening = random() < 0.45 ? `${pick(random, openings)} ` : "";
  const claim = () =>
    [
      pick(random, agents),
      pick(random, verbs),
      pick(random, targets),
      pick(random, manners),
      pick(random, places),
    ].join(" ");
  const end = `${pick(random, outcomes)} ${pick(random, amounts)}`;
  const middle = random() < 0.3 ? `${claim()} ${pick(random, links)} ${claim()}` : claim();
  const text = `${opening}${middle} ${pick(random, links)} ${end}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An answer as models write them: paragraphs, headings, lists, emphasis, code, some other scripts and symbols. */
export function answer(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    const kind = random();
    if (kind < 0.08) text += `\n\n## ${pick(random, targets)} and ${pick(random, agents)}\n\n`;
    else if (kind < 0.2) text += `\n- **${pick(random, agents)}**: ${sentence(random)}`;
    else if (kind < 0.24)
      text += ` \`${pick(random, targets)}_v${integer(random, 1, 99)}\`: ${sentence(random)}`;
    else if (kind < 0.26) text += `\n这种药物抑制蛋白质，第${integer(random, 1, 999)}例。 😀 `;
    else if (kind < 0.3) text += `\n\n${sentence(random).replace(" ", "\u00a0")}`;
    else text += ` ${emphasised(random, sentence(random))}`;
  }
  return text.slice(0, length).trimEnd();
}

function emphasised(random: Random, text: string): string {
  if (random() < 0.75) return text;
  const parts = text.split(" ");
  const at = integer(random, 0, parts.length - 1);
  return parts.map((part, index) => (index === at ? `**${part}**` : part)).join(random() < 0.1 ? "\n" : " ");
}

/** A length between the two, small ones as likely as large ones (uniform in its logarithm). */
export function lengthBetween(random: Random, least: number, most: number): number {
  return Math.round(least * (most / least) ** random());
}

/** A run of up to `count` words of a text, exactly as it stands there; fewer only where the text ends. */
export function quotation(random: Random, text: string, count: number): string {
  const words = /\S+/g;
  words.lastIndex = integer(random, 0, Math.floor(text.length * 0.9));
  // The rest of the word in which the search began is not quoted.
  if (words.lastIndex > 0) words.exec(text);
  const start = words.exec(text)?.index ?? 0;
  let end = start;
  words.lastIndex = start;
  for (let taken = 0; taken < count && words.exec(text) !== null; taken += 1) end = words.lastIndex;
  return text.slice(start, end);
}
