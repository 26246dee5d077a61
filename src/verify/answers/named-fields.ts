import { askNearest, isJsonObject, KareninaError } from "../../base/index.ts";
import { valueAt } from "../../models/told/index.ts";
import type { AnswerFields, FieldPaths } from "./answer-fields.ts";
import type { FileRow } from "./stored-answer.ts";

/** How a field is named, on the command line. */
const options: { readonly [Name in keyof AnswerFields]-?: string } = {
  ...{ answer: "--answer-field", question: "--question-field", id: "--id-field", model: "--model-field" },
  ...{ contexts: "--contexts-field", usage: "--usage-field", cost: "--cost-field" },
};
const names = Object.keys(options) as (keyof AnswerFields)[];

/** Looks for the fields of answers in rows, one after the other. */
export interface FieldSearch {
  add(row: FileRow): void;
  /** @throws KareninaError `invalid_input` for a field that somebody has named and that no row has. */
  refuseMissing(file: string): void;
  /** What the rows have in place of an answer, a sentence; undefined: some have one. */
  noAnswer(): string | undefined;
}

/** So many names are shown, and so many rows are looked at for them. */
const mostNames = 12;
const rowsWithNames = 20;

/** @param named the fields that somebody has named */
export function fieldSearch(named: AnswerFields, paths: FieldPaths): FieldSearch {
  const missing = new Set(names.filter((name) => name === "answer" || named[name] !== undefined));
  const found = new Set<string>();
  let rows = 0;
  const there = () => {
    const listed = [...found].slice(0, mostNames).map((name) => `\`${name}\``);
    return `rows have ${listed.join(", ")}${found.size > mostNames ? ", …" : ""}`;
  };
  return {
    add({ value }) {
      if (!isJsonObject(value)) return;
      rows += 1;
      if (rows <= rowsWithNames) for (const name of placesIn(value)) found.add(name);
      for (const name of missing) if (valueAt(paths[name], value) !== undefined) missing.delete(name);
    },
    refuseMissing(file) {
      const name = [...missing].find((one) => named[one] !== undefined);
      if (rows === 0 || name === undefined) return;
      const field = named[name] ?? "";
      throw new KareninaError(
        "invalid_input",
        `No row of ${file} has \`${field}\`, which ${options[name]} (in code \`fields.${name}\`) names${askNearest(field, [...found])}`,
        { hint: `The ${there()}.` },
      );
    },
    noAnswer() {
      if (rows === 0 || !missing.has("answer")) return undefined;
      const [only = ""] = found;
      const [separator] = found.size === 1 ? (/[;\t|]/.exec(only) ?? []) : [];
      const columns =
        separator === undefined
          ? ""
          : ` Are its values separated by ${JSON.stringify(separator)}? CSV is read with commas.`;
      const nearest = [...found].find((name) => /(?:^|[._])(?:answer|reply|response|output)\b/i.test(name));
      const guess =
        separator !== undefined || nearest === undefined
          ? ""
          : ` Perhaps the answer is \`${nearest}\`: --answer-field ${nearest}.`;
      return `The ${there()}.${columns}${guess}`;
    },
  };
}

/** The members of an object, and of the objects in it, as paths. */
function placesIn(value: object, start = "", depth = 0): readonly string[] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const path = start === "" ? name : `${start}.${name}`;
    return isJsonObject(one) && depth < 3 ? placesIn(one, path, depth + 1) : [path];
  });
}
