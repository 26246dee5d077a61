import { type JsonObject, KareninaError, messageOf } from "../base/index.ts";
import type {
  AnswerTemplate,
  Composition,
  FieldVerification,
  GroundTruthCase,
  RegexCheck,
  SourceText,
  TemplateField,
} from "./answer-template.ts";
import { isConditional } from "./ground-truth.ts";
import type { PrimitiveSpec } from "./primitives/primitive.ts";
import { call, type Expression, object, printed } from "./source/expression.ts";
import { literal } from "./source/literal.ts";
import { zodExpression } from "./source/zod-expression.ts";

/**
 * A template as readable TypeScript that loads back to an equal one; writing that again gives the same text.
 * Custom checks are written as they stand, so they must not use anything defined outside of them.
 *
 * @throws KareninaError `template_invalid` for what source cannot say: a type that contains itself, a native
 * or bound function
 */
export function templateSource(template: AnswerTemplate): string {
  const body = templateExpression(template);
  const text = printed(body, "", "export default ;".length);
  const used = [...new Set(["answerTemplate", ...namesUsed(template)])].toSorted();
  const imports = [
    ...(template.fields.length === 0 ? [] : ['import * as z from "zod";']),
    `import ${printed(object(used.map((name) => [name, { method: name }])), "", 'import  from "karenina";'.length)} from "karenina";`,
  ];
  return `${imports.join("\n")}\n\nexport default ${text};\n`;
}

function templateExpression(template: AnswerTemplate): Expression {
  const { name, fields, judge, strategy, regex, verify, verifyGranular } = template;
  const options = [
    ...(name === "Answer" ? [] : [["name", literal(name)] as const]),
    ...(judge === undefined ? [] : [["judge", literal(judge)] as const]),
    ...(strategy === undefined ? [] : [["strategy", compositionExpression(strategy)] as const]),
    ...(Object.keys(regex).length === 0
      ? []
      : [
          [
            "regex",
            object(Object.entries(regex).map(([key, check]) => [key, regexExpression(check)])),
          ] as const,
        ]),
    ...(verify === undefined ? [] : [["verify", checkExpression(verify, "verify")] as const]),
    ...(verifyGranular === undefined
      ? []
      : [["verifyGranular", checkExpression(verifyGranular, "verifyGranular")] as const]),
  ];
  const shape = object(fields.map((field) => [field.name, fieldExpression(field)]));
  return call("answerTemplate", options.length === 0 ? [shape] : [shape, object(options)]);
}

function fieldExpression(field: TemplateField): Expression {
  const { description, extractionHint, verification } = field;
  const type = fieldType(field);
  const known: (readonly [string, Expression])[] = [["description", literal(description)]];
  const hint: (readonly [string, Expression])[] =
    extractionHint === undefined ? [] : [["extractionHint", literal(extractionHint)]];
  if (verification === undefined) return call("extracted", [type, object([...known, ...hint])]);
  const { groundTruth, verifyWith, weight } = verification;
  return call("verified", [
    type,
    object([
      ...known,
      ["groundTruth", groundTruthExpression(groundTruth)],
      ["verifyWith", primitiveExpression(verifyWith)],
      ...(weight === 1 ? [] : [["weight", literal(weight)] as const]),
      ...hint,
    ]),
  ]);
}

function fieldType({ name, schema, required }: TemplateField): string {
  try {
    return zodExpression(schema, { optional: !required });
  } catch (error) {
    throw unwritable(`field "${name}": ${messageOf(error)}`);
  }
}

function groundTruthExpression(groundTruth: FieldVerification["groundTruth"]): Expression {
  if (!isConditional(groundTruth)) return literal(groundTruth);
  return call("conditionalGroundTruth", [
    object([
      ["source", literal(groundTruth.source)],
      [
        "cases",
        object(Object.entries(groundTruth.cases).map(([key, found]) => [key, caseExpression(found)])),
      ],
      ["default", caseExpression(groundTruth.default)],
    ]),
  ]);
}

function caseExpression({ value, verifyWith }: GroundTruthCase): Expression {
  return object([
    ["value", literal(value)],
    ...(verifyWith === undefined ? [] : [["verifyWith", primitiveExpression(verifyWith)] as const]),
  ]);
}

function primitiveExpression({ type, ...parameters }: PrimitiveSpec): Expression {
  // All keys of a spec but `type` are JSON; the rest of a destructured index signature is not inferred so.
  const given = Object.entries(parameters as JsonObject).map(
    ([key, value]) => [key, literal(value)] as const,
  );
  return call(factoryName(type), given.length === 0 ? [] : [object(given)]);
}

/** `ExactMatch` is authored as `exactMatch`. */
function factoryName(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

function regexExpression({ pattern, expected, matchType }: RegexCheck): Expression {
  return object([
    ["pattern", literal(pattern)],
    ["expected", literal(expected)],
    ...(matchType === "exact" ? [] : [["matchType", literal(matchType)] as const]),
  ]);
}

const compositionNames = {
  field_check: "fieldCheck",
  all_of: "allOf",
  any_of: "anyOf",
  at_least_n: "atLeastN",
} as const;

/** Below the root a field check is written as the field's name. */
function compositionExpression(node: Composition, below = false): Expression {
  if (node.type === "field_check")
    return below ? literal(node.field) : call("fieldCheck", [literal(node.field)]);
  const conditions = { items: node.conditions.map((child) => compositionExpression(child, true)) };
  return call(
    compositionNames[node.type],
    node.type === "at_least_n" ? [literal(node.n), conditions] : [conditions],
  );
}

type Check = ((...values: never[]) => unknown) & SourceText;

function checkExpression(check: Check, name: "verify" | "verifyGranular"): Expression {
  const text = check.sourceText ?? Function.prototype.toString.call(check);
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw unwritable(`${name} is a native or bound function, whose code cannot be written`);
  }
  if (/^def\s/.test(text)) throw unwritable(`${name} is written in Python`);
  if (new RegExp(`^(?:async\\s+)?${name}\\s*\\(`).test(text)) return { method: text };
  const isExpression =
    /^(?:async\s+)?(?:function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*\s*=>)/u.test(text) || /^async\s*\(/.test(text);
  if (isExpression) return text;
  const method = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/u.exec(text)?.[1];
  if (method === undefined) throw unwritable(`${name} must be a function or a method with a plain name`);
  return `({ ${text} }).${method}`;
}

function namesUsed({ fields, strategy }: AnswerTemplate): readonly string[] {
  return [
    ...fields.map(({ verification }) => (verification === undefined ? "extracted" : "verified")),
    ...fields.flatMap(({ verification }) =>
      verification === undefined ? [] : verificationNames(verification),
    ),
    ...(strategy === undefined ? [] : strategy.type === "field_check" ? ["fieldCheck"] : nodeNames(strategy)),
  ];
}

function verificationNames({ groundTruth, verifyWith }: FieldVerification): readonly string[] {
  const cases = isConditional(groundTruth) ? [...Object.values(groundTruth.cases), groundTruth.default] : [];
  return [
    ...(isConditional(groundTruth) ? ["conditionalGroundTruth"] : []),
    ...[verifyWith, ...cases.flatMap((found) => found.verifyWith ?? [])].map(({ type }) => factoryName(type)),
  ];
}

function nodeNames(node: Composition): readonly string[] {
  return node.type === "field_check"
    ? []
    : [compositionNames[node.type], ...node.conditions.flatMap(nodeNames)];
}

function unwritable(problem: string): KareninaError {
  return new KareninaError("template_invalid", `The template cannot be written as source: ${problem}.`);
}
