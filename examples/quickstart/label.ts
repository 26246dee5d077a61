// Labels a sample of the quickstart's answers as two people might, to show what `karenina calibrate` says:
//   npx karenina verify examples/quickstart/benchmark.jsonld --preset examples/quickstart/offline.json --output quickstart.json
//   node examples/quickstart/label.ts quickstart.json examples/quickstart/labels.csv
import { writeFileSync } from "node:fs";
import {
  blankLabels,
  type Label,
  renderLabels,
  rubricFromDefinition,
  sampleAnswers,
  VerificationResultSet,
} from "karenina";

const [results = "quickstart.json", target = "labels.csv"] = process.argv.slice(2);
const set = await VerificationResultSet.fromJson(results);
const rubric = rubricFromDefinition(set.header?.toJSON().rubricDefinition);
const sample = await sampleAnswers(() => set, { size: 16, seed: 1 });
// ids of results hold the time of the run; the answers are always the same
const blank = blankLabels(sample, [rubric]).map((label) => ({ ...label, result: "" }));

const ana = (label: Label): Pick<Label, "value" | "note"> => {
  const { question, kind, name, allowed } = label;
  if (allowed.form === "number") return { value: 4, note: "" };
  if (allowed.form === "class") return { value: allowed.classes[0] ?? null, note: "" };
  if (kind === "trait") return { value: !question.includes("GDPR"), note: "" };
  if (question.includes("penicillin")) return { value: name !== "year", note: "Fleming is what counts" };
  if (question.includes("GDPR"))
    return { value: name !== "notification_hours" && kind === "field", note: "" };
  return { value: !question.includes("mitosis") && !question.includes("CAS"), note: "" };
};
/** Ben gives verdicts only, and is stricter about one of them. */
const ben = (label: Label) => ({
  ...ana(label),
  ...(label.question.includes("metformin") && { value: false, note: "AMPK is debated" }),
});

const labels = [
  ...blank.map((label) => ({ ...label, ...ana(label), rater: "ana" })),
  ...blank
    .filter(({ kind }) => kind === "verdict")
    .map((label) => ({ ...label, ...ben(label), rater: "ben" })),
];
writeFileSync(target, renderLabels(labels));
