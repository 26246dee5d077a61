import { readFile } from "node:fs/promises";
import { primitiveParameters } from "../primitive-parameters.ts";

const parts = ["authoring.py", "values.py", "answers.py", "scenario_code.py", "answer_request.py"];

/** The Python programs that every interpreter has run: one text, for they share their names. */
export async function guestPrograms(): Promise<string> {
  const texts = await Promise.all(
    parts.map((name) => readFile(new URL(`./guest/${name}`, import.meta.url), "utf8")),
  );
  const known = Object.fromEntries(
    [...primitiveParameters()].map(([type, names]) => [type, Object.fromEntries(names)]),
  );
  const primitives = `PRIMITIVES = make_primitives(json.loads(${JSON.stringify(JSON.stringify(known))}))`;
  return [...texts, primitives].join("\n");
}
