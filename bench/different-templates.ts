// Templates as people have them: some hundred ways to ask, long descriptions, and no two that say the same.
import * as z from "zod";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  booleanMatch,
  containsAll,
  containsAny,
  dateMatch,
  dateTolerance,
  exactMatch,
  extracted,
  literalMatch,
  numericExact,
  numericRange,
  numericTolerance,
  orderedMatch,
  regexMatch,
  setContainment,
  traceContains,
  verified,
} from "../src/index.ts";
import { picker } from "../src/languages/testing/restyle-source.ts";
import type { Composition, TemplateFields } from "../src/template/index.ts";

/** How many shapes of templates there are: which fields, of which types, with which checks and options. */
export const shapeCount = 240;

const drugs = ["venetoclax", "imatinib", "sotorasib", "trastuzumab", "olaparib", "ruxolitinib", "ibrutinib"];
export const phases = ["preclinical", "phase I", "phase II", "phase III", "approved"];

/** What the n-th question is about. */
export function subjectOf(n: number): string {
  return `${drugs[n % drugs.length]} ${n}`;
}

const advice = [
  "Take the value from the answer's conclusion; where the answer names several, take the one it calls the most important.",
  "Do not infer it from general knowledge: only what the answer itself says counts, also where it is wrong.",
  "If the answer gives a range, take its upper end; if it is in another unit, convert it first, without rounding.",
  "Names of companies, brands and clinical trials are no answer here and are left out.",
];

/** A description as long as those that people write: one to three sentences of advice behind what is asked for. */
export function described(n: number, pick: Picker, asked: string): string {
  const sentences = Array.from({ length: 1 + pick(3) }, (_, index) => advice[(n + index) % advice.length]);
  return `${asked} ${sentences.join(" ")}`;
}

/** Numbers from 0 to below a count. */
export type Picker = (count: number) => number;

interface FieldKind {
  readonly name: string;
  /** False: the field cannot be part of a strategy. */
  readonly isChecked: boolean;
  readonly make: (n: number, pick: Picker) => TemplateFields[string];
}

/** Options that a field may have or not. */
function options(n: number, pick: Picker): { readonly weight?: number; readonly extractionHint?: string } {
  const hint =
    pick(3) === 0 ? { extractionHint: `It stands in the sentence that names ${subjectOf(n)}.` } : {};
  return { ...(pick(3) === 0 ? { weight: 2 + (n % 3) } : {}), ...hint };
}

const normalizers = [
  ["lowercase", "strip", "remove_punctuation"],
  ["lowercase", "strip"],
  undefined,
] as const;

const kinds: readonly FieldKind[] = [
  field("target", (n, pick, common) => {
    const normalize = normalizers[pick(3)];
    const verifyWith = exactMatch(normalize === undefined ? {} : { normalize: [...normalize] });
    return verified(pick(2) === 0 ? z.string() : z.string().min(1).max(40), {
      description: described(
        n,
        pick,
        `The protein that ${subjectOf(n)} binds to, as its gene symbol in capitals.`,
      ),
      ...{ groundTruth: `BCL${n}`, verifyWith, ...common },
    });
  }),
  field("dose", (n, pick, common) =>
    verified([z.number(), z.number().min(0), z.number().gt(0).max(10_000)][pick(3)] ?? z.number(), {
      description: described(
        n,
        pick,
        `The daily dose of ${subjectOf(n)} in mg that the answer recommends for adults.`,
      ),
      groundTruth: 10 + (n % 990),
      verifyWith:
        [numericExact(), numericTolerance({ tolerance: 0.05, mode: "relative" })][pick(2)] ?? numericExact(),
      ...common,
    }),
  ),
  field("patients", (n, pick, common) =>
    verified(pick(2) === 0 ? z.int() : z.int().min(0).nullable(), {
      description: described(n, pick, `How many patients the trial of ${subjectOf(n)} had.`),
      groundTruth: 100 + n,
      verifyWith: pick(2) === 0 ? numericExact() : numericRange({ min: 90 + n, max: 110 + n }),
      ...common,
    }),
  ),
  field("phase", (n, pick, common) =>
    verified(z.enum(phases.slice(0, 3 + pick(3))), {
      description: described(
        n,
        pick,
        `How far ${subjectOf(n)} has come, in the words of the answer's last paragraph.`,
      ),
      groundTruth: phases[n % 3] ?? "approved",
      verifyWith: literalMatch(),
      ...common,
    }),
  ),
  field("interactions", (n, pick, common) =>
    verified(z.array(z.string()), {
      description: described(
        n,
        pick,
        `Every drug that must not be taken together with ${subjectOf(n)}, in lower case.`,
      ),
      groundTruth: [`ketoconazole ${n}`, "warfarin", "digoxin", "rifampicin"].slice(0, 2 + pick(3)),
      verifyWith: pick(2) === 0 ? setContainment({ mode: "superset" }) : orderedMatch(),
      ...common,
    }),
  ),
  field("approved_on", (n, pick, common) =>
    verified(pick(2) === 0 ? z.iso.date() : z.iso.date().nullable(), {
      description: described(n, pick, `The day on which ${subjectOf(n)} was first approved.`),
      groundTruth: `20${String(10 + (n % 15))}-0${1 + (n % 9)}-11`,
      verifyWith: pick(2) === 0 ? dateMatch() : dateTolerance({ tolerance: 3 }),
      ...common,
    }),
  ),
  field("oral", (n, pick, common) =>
    verified(z.boolean(), {
      description: described(n, pick, `Whether ${subjectOf(n)} is taken by mouth.`),
      ...{ groundTruth: n % 2 === 0, verifyWith: booleanMatch(), ...common },
    }),
  ),
  field("mechanism", (n, pick, common) => {
    const substrings = [`pathway ${n}`, "inhibits", "blocks"].slice(0, 2 + pick(2));
    return verified(z.string(), {
      description: described(n, pick, `How ${subjectOf(n)} acts on its target, in one sentence.`),
      groundTruth: `inhibits and blocks pathway ${n}`,
      verifyWith:
        pick(2) === 0 ? containsAny({ substrings, normalize: ["lowercase"] }) : containsAll({ substrings }),
      ...common,
    });
  }),
  field("registration", (n, pick, common) =>
    verified(z.string(), {
      description: described(n, pick, `The number under which the trial of ${subjectOf(n)} is registered.`),
      groundTruth: `NCT${String(n).padStart(8, "0")}`,
      verifyWith: regexMatch({ pattern: `^NCT0*${n}$` }),
      ...common,
    }),
  ),
  field("cites", (n, pick, common) =>
    verified(z.boolean(), {
      description: described(n, pick, `Whether the answer names the label of ${subjectOf(n)}.`),
      ...{ groundTruth: true, verifyWith: traceContains({ substring: `label ${n}` }), ...common },
    }),
  ),
  {
    name: "remark",
    isChecked: false,
    make: (n, pick) =>
      extracted(pick(2) === 0 ? z.string().nullable() : z.array(z.string()), {
        description: described(n, pick, `What the answer says about the cost of ${subjectOf(n)}.`),
      }),
  },
  {
    name: "arms",
    isChecked: false,
    make(n, pick) {
      const arm = z.object({
        name: z.string().describe(`The arm's name in the trial of ${subjectOf(n)}`),
        patients: z.int().min(0),
        ...(pick(2) === 0 ? { dose: z.number().nullable() } : {}),
      });
      return extracted(pick(2) === 0 ? z.array(arm) : arm, {
        description: described(n, pick, `The arms of the trial that compared ${subjectOf(n)}.`),
      });
    },
  },
];

function field(
  name: string,
  make: (n: number, pick: Picker, common: ReturnType<typeof options>) => TemplateFields[string],
): FieldKind {
  return { name, isChecked: true, make: (n, pick) => make(n, pick, options(n, pick)) };
}

/**
 * Templates that all differ in texts, names and ground truths; the n-th is always the same. Those whose numbers differ
 * by {@link shapeCount} have the same fields, types, checks and options.
 */
export function differentTemplate(n: number): AnswerTemplate {
  const pick = picker(1 + (n % shapeCount) * 7919);
  pick(2);
  const first = pick(kinds.filter(({ isChecked }) => isChecked).length);
  const step = [1, 5, 7, 11][pick(4)] ?? 1;
  const chosen = Array.from(
    { length: 2 + pick(5) },
    (_, index) => kinds[(first + index * step) % kinds.length],
  );
  const named = chosen.flatMap((kind, index) =>
    kind === undefined ? [] : [{ ...kind, name: index === 0 ? `${kind.name}_${n}` : kind.name }],
  );
  const fields = Object.fromEntries(named.map(({ name, make }) => [name, make(n, pick)]));
  const checked = named.filter(({ isChecked }) => isChecked).map(({ name }) => name);
  const [one = "", two = "", ...more] = checked;
  const strategies = [
    undefined,
    undefined,
    allOf([one, two]),
    anyOf([two, one]),
    atLeastN(1, [one, two]),
    more.length === 0 ? undefined : allOf([one, anyOf([two, ...more])]),
  ];
  const strategy = checked.length < 2 ? undefined : strategies[pick(strategies.length)];
  const regex = {
    ...(pick(5) === 0
      ? { citations: { pattern: `\\[${n}\\]`, expected: 1, matchType: "count" as const } }
      : {}),
    ...(pick(8) === 0
      ? { units: { pattern: String.raw`\b(mg|g)\b`, expected: "mg", matchType: "contains" as const } }
      : {}),
  };
  return answerTemplate(fields, {
    ...(pick(4) === 0 ? { name: `Answer${n}` } : {}),
    // the names are those of the fields above, which the compiler does not see
    ...(strategy === undefined ? {} : { strategy: strategy as Composition<never> }),
    ...(Object.keys(regex).length === 0 && checked.length > 0 ? {} : { regex }),
  });
}
