/** A scale of what questions demand of whoever answers. */
export interface DemandScale {
  /** As files have it. */
  readonly name: DemandScaleName;
  /** In a few letters. */
  readonly code: string;
  /** What is asked about it. The words are ours; names and codes are those of ADeLe and of the Python system. */
  readonly about: string;
}

const scales = [
  [
    "attention_and_scan",
    "AS",
    "how much must be searched for and kept in view among other things that are given",
  ],
  [
    "atypicality",
    "AT",
    "how unlike it is to questions that are often asked, so that nothing learned by heart fits",
  ],
  [
    "comprehension_complexity",
    "CEc",
    "how hard the words that are given are to understand: language, structure, number of ideas",
  ],
  [
    "comprehension_evaluation",
    "CEe",
    "how far what is understood must be weighed, compared and put into words of one's own",
  ],
  [
    "conceptualization_and_learning",
    "CL",
    "how far notions that are new must be formed, or learned from the question itself",
  ],
  [
    "knowledge_applied_sciences",
    "KNa",
    "knowledge of medicine, engineering, agriculture, law in practice and other applied subjects",
  ],
  ["knowledge_cultural", "KNc", "knowledge of everyday life, languages, arts, history and customs"],
  ["knowledge_formal_sciences", "KNf", "knowledge of mathematics, logic, statistics and computer science"],
  ["knowledge_natural_sciences", "KNn", "knowledge of physics, chemistry, biology, earth and space"],
  [
    "knowledge_social_sciences",
    "KNs",
    "knowledge of societies: economics, politics, psychology, sociology, education",
  ],
  [
    "metacognition_relevance",
    "MCr",
    "how hard it is to tell what of the given matters and what leads astray",
  ],
  [
    "metacognition_task_planning",
    "MCt",
    "how far the way to the answer must be planned, watched over and changed",
  ],
  [
    "metacognition_uncertainty",
    "MCu",
    "how far one must know what one does not know, and how sure one may be",
  ],
  ["mind_modelling", "MS", "how far one must see what others think, feel, intend or believe of each other"],
  [
    "logical_reasoning_logic",
    "QLl",
    "how long and intricate the conclusions are that must be drawn from one another",
  ],
  ["logical_reasoning_quantitative", "QLq", "how much must be reckoned: numbers, quantities, chances, units"],
  [
    "spatial_physical_understanding",
    "SNs",
    "how far places, shapes, movements and things that act on each other must be pictured",
  ],
  ["volume", "VO", "how much work the answer is for somebody who can do it: how long it takes"],
] as const;

export type DemandScaleName = (typeof scales)[number][0];

/** The 18 scales, in the order of files. */
export const demandScales: readonly DemandScale[] = scales.map(([name, code, about]) => ({
  name,
  code,
  about,
}));

/** What levels are called, from 0. */
export const demandLevels = ["none", "very_low", "low", "intermediate", "high", "very_high"] as const;
export type DemandLevelLabel = (typeof demandLevels)[number];

/** The scale of a name or a code, in any case; undefined: there is none. */
export function demandScale(word: string): DemandScale | undefined {
  const wanted = word.trim().toLowerCase();
  return demandScales.find(({ name, code }) => name === wanted || code.toLowerCase() === wanted);
}
