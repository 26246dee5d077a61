import * as z from "zod";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  booleanMatch,
  containsAny,
  dateMatch,
  exactMatch,
  extracted,
  literalMatch,
  numericExact,
  numericTolerance,
  setContainment,
  verified,
} from "../src/index.ts";

const drugs = ["venetoclax", "imatinib", "sotorasib", "trastuzumab", "olaparib", "ruxolitinib", "ibrutinib"];
const phases = ["preclinical", "phase I", "phase II", "phase III", "approved"];

/** Templates that all differ in fields, types, texts and ground truths; the n-th is always the same. */
export function differentTemplate(n: number): AnswerTemplate {
  const drug = `${drugs[n % drugs.length]} ${n}`;
  const target = verified(z.string(), {
    description: `The protein that ${drug} binds to, as its gene symbol in capitals, without the word "protein".`,
    groundTruth: `BCL${n}`,
    verifyWith: exactMatch({ normalize: ["lowercase", "strip", "remove_punctuation"] }),
    extractionHint: `The symbol stands in the sentence that names ${drug}.`,
  });
  const dose = verified(z.number().min(0), {
    description: `The daily dose of ${drug} in mg that the answer recommends for adults.`,
    groundTruth: 10 + (n % 990),
    verifyWith: n % 2 === 0 ? numericExact() : numericTolerance({ tolerance: 0.05, mode: "relative" }),
    weight: 1 + (n % 3),
  });
  const phase = verified(z.enum(phases), {
    description: `How far ${drug} has come, in the words of the answer's last paragraph.`,
    groundTruth: phases[n % phases.length] ?? "approved",
    verifyWith: literalMatch(),
  });
  const interactions = verified(z.array(z.string()), {
    description: `Every drug that the answer says must not be taken together with ${drug}, in lower case.`,
    groundTruth: [`ketoconazole ${n}`, "warfarin", "digoxin"],
    verifyWith: setContainment({ mode: "superset" }),
  });
  const approved = verified(z.iso.date(), {
    description: `The day on which ${drug} was first approved.`,
    groundTruth: `20${String(10 + (n % 15))}-0${1 + (n % 9)}-11`,
    verifyWith: dateMatch(),
  });
  const oral = verified(z.boolean(), {
    description: `Whether ${drug} is taken by mouth.`,
    groundTruth: n % 2 === 0,
    verifyWith: booleanMatch(),
  });
  const mechanism = verified(z.string(), {
    description: `How ${drug} acts on its target, in one sentence.`,
    groundTruth: `inhibits pathway ${n}`,
    verifyWith: containsAny({ substrings: [`pathway ${n}`, "inhibits"], normalize: ["lowercase"] }),
  });
  const remark = extracted(z.string().nullable(), {
    description: `What the answer says about the cost of ${drug}.`,
  });
  switch (n % 4) {
    case 0:
      return answerTemplate({ [`target_${n}`]: target, dose, oral });
    case 1:
      return answerTemplate(
        { target, phase, interactions, remark },
        { name: `Answer${n}`, strategy: allOf(["target", anyOf(["phase", "interactions"])]) },
      );
    case 2:
      return answerTemplate({ [`approved_${n}`]: approved, mechanism, dose, phase });
    default:
      return answerTemplate(
        { mechanism, oral, target, interactions, remark },
        { regex: { citations: { pattern: `\\[${n}\\]`, expected: 1, matchType: "count" } } },
      );
  }
}
