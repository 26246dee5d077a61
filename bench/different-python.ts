// Templates in Python as the files of users have them: written by hand, in the styles of its versions.

import { picker } from "../src/languages/testing/restyle-source.ts";
import { described, type Picker, phases, shapeCount, subjectOf } from "./different-templates.ts";

/** An attribute in both styles: its annotation, what is asked for, what is right, and how code says that it is. */
interface Attribute {
  readonly name: string;
  readonly annotation: string;
  readonly asked: string;
  readonly truth: string;
  readonly primitive: string;
  readonly comparison: (name: string) => string;
}

const equals = (name: string) => `self.${name} == self.correct["${name}"]`;

function attributesOf(n: number, pick: Picker): readonly Attribute[] {
  const chosen = phases.slice(0, 3 + pick(3)).map((phase) => `"${phase}"`);
  const subject = subjectOf(n);
  return [
    {
      name: "target",
      annotation: ["str", "Optional[str]", "str | None"][pick(3)] ?? "str",
      asked: `The protein that ${subject} binds to, as its gene symbol`,
      truth: `"BCL${n}"`,
      primitive: ["ExactMatch()", 'ExactMatch(normalize=["lowercase", "strip"])'][pick(2)] ?? "ExactMatch()",
      comparison: (name) => `self.${name}.strip().lower() == self.correct["${name}"].lower()`,
    },
    {
      name: "dose",
      annotation: "float",
      asked: `The daily dose of ${subject} in mg`,
      truth: `${10 + (n % 990)}.5`,
      primitive: "NumericTolerance(tolerance=0.05, mode='relative')",
      comparison: (name) => `abs(self.${name} - self.correct["${name}"]) <= 0.01`,
    },
    {
      name: "patients",
      annotation: ["int", "Optional[int]"][pick(2)] ?? "int",
      asked: `How many patients the trial of ${subject} had`,
      truth: String(100 + n),
      primitive: "NumericExact()",
      comparison: equals,
    },
    {
      name: "phase",
      annotation: `Literal[${chosen.join(", ")}]`,
      asked: `How far ${subject} has come`,
      truth: `"${phases[n % 3]}"`,
      primitive: "LiteralMatch()",
      comparison: equals,
    },
    {
      name: "interactions",
      annotation: ["List[str]", "list[str]"][pick(2)] ?? "list[str]",
      asked: `Every drug that must not be taken together with ${subject}`,
      truth: `["ketoconazole ${n}", "warfarin", "digoxin"]`,
      primitive: "SetContainment(mode='superset')",
      comparison: (name) => `set(self.${name}) == set(self.correct["${name}"])`,
    },
    {
      name: "oral",
      annotation: "bool",
      asked: `Whether ${subject} is taken by mouth`,
      truth: n % 2 === 0 ? "True" : "False",
      primitive: "BooleanMatch()",
      comparison: equals,
    },
    {
      name: "registration",
      annotation: "str",
      asked: `The number of the trial of ${subject}`,
      truth: `"NCT${String(n).padStart(8, "0")}"`,
      primitive: `RegexMatch(pattern=r"^NCT0*${n}$")`,
      comparison: equals,
    },
  ];
}

/**
 * Sources in Python that all differ; the n-th is always the same. Verified fields, with arguments by name and by place;
 * `correct` with a `verify` that compares; regex checks; nested models; credit by code of one's own.
 */
export function differentPython(n: number): string {
  const pick = picker(3 + (n % shapeCount) * 104_729);
  pick(2);
  const all = attributesOf(n, pick);
  const first = pick(all.length);
  const count = 1 + pick(all.length - 1);
  const attributes = [...all, ...all]
    .slice(first, first + count)
    .map((attribute, index) => (index === 0 ? { ...attribute, name: `${attribute.name}_${n}` } : attribute));
  const isClassic = pick(2) === 0;
  const imports = [
    "from karenina.schemas.entities import BaseAnswer, VerifiedField\nfrom pydantic import BaseModel, Field\nfrom typing import Literal, Optional, List\n\n\n",
    "from karenina.schemas.answer_class import BaseAnswer\nfrom pydantic import BaseModel, Field\n\n",
    "",
  ][pick(3)];
  const parts = [
    pick(2) === 0 ? `    """What the answer says about ${subjectOf(n)}."""\n` : "",
    imports !== "" && pick(4) === 0 ? armsSource(n, pick) : "",
    ...attributes.map((attribute) =>
      isClassic ? plainField(n, pick, attribute) : verifiedField(n, pick, attribute),
    ),
    isClassic ? classicMethods(n, pick, attributes) : strategySource(pick, attributes),
  ];
  return `${imports}class Answer(BaseAnswer):\n${parts.filter((part) => part !== "").join("\n")}`;
}

function verifiedField(n: number, pick: Picker, { name, annotation, ...field }: Attribute): string {
  const text = pythonText(n, pick, field.asked);
  const more = [
    ...(pick(3) === 0 ? [`weight=${2 + (n % 3)}`] : []),
    ...(pick(4) === 0 ? [`extraction_hint="It stands in the sentence that names ${subjectOf(n)}."`] : []),
  ];
  const byName = [`description=${text}`, `ground_truth=${field.truth}`, `verify_with=${field.primitive}`];
  const given = pick(4) === 0 ? [text, field.truth, field.primitive, ...more] : [...byName, ...more];
  return `    ${name}: ${annotation} = VerifiedField(\n        ${given.join(",\n        ")},\n    )`;
}

/** In one piece, or in several that Python joins. */
function pythonText(n: number, pick: Picker, asked: string): string {
  const words = described(n, pick, `${asked}.`);
  if (pick(2) === 0) return JSON.stringify(words);
  const middle = words.indexOf(" ", words.length / 2);
  return `(${JSON.stringify(words.slice(0, middle))}\n            '${words.slice(middle).replaceAll("'", "\\'")}')`;
}

function plainField(n: number, pick: Picker, { name, annotation, asked }: Attribute): string {
  return `    ${name}: ${annotation} = Field(description=${pythonText(n, pick, asked)})`;
}

function armsSource(n: number, pick: Picker): string {
  const model = `    class Arm(BaseModel):\n        name: str = Field(description="The arm of ${subjectOf(n)}")\n        patients: int = Field(ge=0)\n`;
  const dose = pick(2) === 0 ? "        dose: Optional[float] = None\n" : "";
  return `${model}${dose}\n    arms: List[Arm] = Field(description="The arms that the trial of ${subjectOf(n)} had")\n`;
}

function classicMethods(n: number, pick: Picker, attributes: readonly Attribute[]): string {
  const correct = attributes.map(({ name, truth }) => `"${name}": ${truth}`).join(", ");
  const regex =
    pick(4) === 0
      ? `\n        self.regex = {"citations": {"pattern": r"\\[${n}\\]", "expected": 1, "match_type": "count"}}`
      : "";
  const compared = attributes.map(({ name, comparison }) => comparison(name));
  const verify =
    pick(3) === 0
      ? compared.map((condition) => `        if not (${condition}):\n            return False`).join("\n") +
        "\n        return True"
      : `        return ${compared.join(" and ")}`;
  const granular =
    pick(5) === 0
      ? `\n\n    def verify_granular(self) -> float:\n        right = ${compared.map((condition) => `int(${condition})`).join(" + ")}\n        return right / ${compared.length}`
      : "";
  return `\n    def model_post_init(self, __context):\n        self.correct = {${correct}}${regex}\n\n    def verify(self) -> bool:\n${verify}${granular}\n`;
}

function strategySource(pick: Picker, attributes: readonly Attribute[]): string {
  const [first, second] = attributes;
  if (first === undefined || second === undefined || pick(3) > 0) return "";
  const conditions = `[FieldCheck(field="${first.name}"), FieldCheck(field="${second.name}")]`;
  const strategy = [`AnyOf(conditions=${conditions})`, `AtLeastN(n=1, conditions=${conditions})`][pick(2)];
  return `\n    class VerificationStrategy:\n        verify_strategy = ${strategy}\n`;
}
