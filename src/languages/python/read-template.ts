import type { CustomCheckSources } from "../../sandbox/index.ts";
import type { TemplateReading } from "../template-reading.ts";
import { type PythonField, readAnswerFields } from "./answer-fields.ts";
import { readClassBody } from "./class-body.ts";
import type { ClassBody, Method } from "./class-members.ts";
import { evaluate } from "./evaluate.ts";
import { readStrategy } from "./made-parts.ts";
import { readPresetValues } from "./post-init.ts";
import { findAnswerClass } from "./python-module.ts";
import type { PythonClass } from "./python-value.ts";
import { isCode, isMistake, ReadingStop } from "./reading-stop.ts";
import { readRegexChecks } from "./regex-checks.ts";
import { childNamed, type PythonShapes, parsePython, statementsOf } from "./syntax.ts";
import { recogniseVerify } from "./verify-shape.ts";

/**
 * Reads a template written in Python as data; nothing in it is run. A `verify` that only compares fields with right
 * values becomes the checks of these fields; other custom methods come with their source, as
 * `checks`; what else has to be run to be known makes it `code`.
 *
 * @param shapes syntax trees that one who reads many templates keeps: most differ in texts and names alone
 */
export function readPythonTemplate(source: string, shapes?: PythonShapes): TemplateReading {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  try {
    if (text.includes("\0"))
      isMistake("Python source cannot contain null characters", { from: text.indexOf("\0") });
    const { draft, checks } = readAnswer(findAnswerClass(parsePython(text, 0, shapes)));
    return { kind: "data", draft, checks };
  } catch (error) {
    if (!(error instanceof ReadingStop)) throw error;
    const line = text.slice(0, error.from).split("\n").length;
    return error.kind === "code"
      ? { kind: "code", construct: error.message, line }
      : { kind: "mistake", message: error.message, line };
  }
}

interface AnswerReading {
  readonly draft: unknown;
  readonly checks: CustomCheckSources;
}

function readAnswer(leaf: PythonClass): AnswerReading {
  const body = readClassBody(leaf);
  const declared = readAnswerFields(body);
  const preset = readPresetValues(body);
  const regex = readRegexChecks(preset.regex, leaf.node);
  const own = body.methods.get("verify");
  const isClassic = own !== undefined && !declared.some(isVerified);
  const recognised = isClassic ? recogniseVerify(own, declared, preset) : undefined;
  // Python asks for a method where only regex checks decide
  const isEmpty = isClassic && Object.keys(regex).length > 0 && passesAlways(own);
  const fields = recognised?.fields ?? declared;
  const checks = {
    ...sourceOf("verify", recognised !== undefined || isEmpty ? undefined : own),
    ...sourceOf("verifyGranular", body.methods.get("verify_granular")),
  };
  const isDecided = fields.some(isVerified) || checks.verify !== undefined || Object.keys(regex).length > 0;
  if (!isDecided)
    isMistake(
      "nothing decides pass or fail: add a VerifiedField, a verify method or a regex check",
      leaf.node,
    );
  const strategy = isClassic ? recognised?.strategy : readOwnStrategy(body);
  return {
    draft: {
      name: leaf.name,
      fields: fields.map(draftOf),
      ...(strategy === undefined ? {} : { strategy }),
      regex,
    },
    checks,
  };
}

function isVerified({ options }: PythonField): boolean {
  return options.verifyWith !== undefined;
}

function draftOf(field: PythonField): unknown {
  const { name, type, required, options } = field;
  return { name, schema: type.schema, required, kind: isVerified(field) ? "verified" : "extracted", options };
}

function readOwnStrategy({ classes }: ClassBody): unknown {
  const defined = classes.get("VerificationStrategy");
  if (defined === undefined) return undefined;
  const body = readClassBody(defined);
  const [method] = body.methods.values();
  if (method !== undefined) isCode("a VerificationStrategy with methods", method.node);
  const written = body.attributes.get("verify_strategy");
  const found = body.constants.get("verify_strategy") ?? { node: written?.value, scope: written?.scope };
  if (found.node === undefined || found.scope === undefined) {
    const others = [...body.constants.keys(), ...body.attributes.keys()].filter(
      (name) => !name.startsWith("_"),
    );
    return others.length === 0
      ? undefined
      : isMistake(`VerificationStrategy has ${others.join(", ")} and no verify_strategy`, defined.node);
  }
  return readStrategy(evaluate(found.node, found.scope), found.node);
}

/** True for a method that only says `return True`. */
function passesAlways({ node }: Method): boolean {
  const statements = statementsOf(childNamed(node, "Body") ?? node).filter(
    ({ children: [only] }) => only?.name !== "String",
  );
  const [only, ...more] = statements;
  const [, value, ...others] = only?.name === "ReturnStatement" ? only.children : [];
  return more.length === 0 && value?.text === "True" && others.length === 0;
}

function sourceOf<Name extends string>(
  name: Name,
  method: Method | undefined,
): { readonly [key in Name]?: string } {
  return method === undefined
    ? {}
    : ({ [name]: method.node.text.trimEnd() } as { readonly [key in Name]: string });
}
