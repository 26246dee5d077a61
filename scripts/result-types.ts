import type * as z from "zod";
import { AnyJson, AnyJsonObject } from "../src/base/index.ts";
import { Failure } from "../src/result/failure.ts";
import { ModelIdentity } from "../src/result/model-identity.ts";
import { Ruling } from "../src/result/ruling.ts";
import {
  ScenarioExecutionResult,
  WalkFailure,
  WalkState,
  WalkTurn,
} from "../src/result/scenario-execution-result.ts";
import { VerificationResultDeepJudgment } from "../src/result/sections/deep-judgment.ts";
import {
  TraitMetadata,
  TraitRisk,
  VerificationResultDeepJudgmentRubric,
} from "../src/result/sections/deep-judgment-rubric.ts";
import { Excerpt, ExcerptDifference, RejectedExcerpt, SearchResult } from "../src/result/sections/excerpt.ts";
import {
  AskedConversation,
  AskedTurn,
  JudgmentParts,
  RetryCount,
  VerificationResultMetadata,
} from "../src/result/sections/metadata.ts";
import { ReusedResult } from "../src/result/sections/reused.ts";
import { VerificationResultRubric } from "../src/result/sections/rubric.ts";
import { StageUsage } from "../src/result/sections/stage-usage.ts";
import {
  RecordedAgentMetrics,
  RegexValidationDetail,
  RetrievedContextRecord,
  VerificationResultTemplate,
} from "../src/result/sections/template.ts";
import { StageRecord } from "../src/result/stage-record.ts";
import { VerificationResult } from "../src/result/verification-result.ts";
import { resultKey, TraitValue, traitKind, traitTypes } from "../src/rubric/index.ts";
import {
  AttachmentRecord,
  FurtherToolResultRecord,
  MessageRecord,
  ThinkingRecord,
  ToolCallRecord,
  ToolResultRecord,
} from "../src/trace/message-record.ts";
import { docComment, interfaceText } from "./interface-text.ts";
import { schemaComments } from "./schema-comments.ts";

type Documented = readonly (readonly [file: string, schemas: { readonly [name: string]: z.ZodObject }])[];

const messages: Documented = [
  [
    "trace/message-record.ts",
    {
      ToolCallRecord,
      ThinkingRecord,
      ToolResultRecord,
      FurtherToolResultRecord,
      AttachmentRecord,
      MessageRecord,
    },
  ],
];
const results: Documented = [
  ["result/failure.ts", { Failure }],
  ["result/model-identity.ts", { ModelIdentity }],
  ["result/ruling.ts", { Ruling }],
  ["result/stage-record.ts", { StageRecord }],
  ["result/sections/reused.ts", { ReusedResult }],
  [
    "result/sections/metadata.ts",
    { RetryCount, AskedTurn, AskedConversation, JudgmentParts, VerificationResultMetadata },
  ],
  ["result/sections/stage-usage.ts", { StageUsage }],
  [
    "result/sections/template.ts",
    { RecordedAgentMetrics, RegexValidationDetail, RetrievedContextRecord, VerificationResultTemplate },
  ],
  ["result/sections/rubric.ts", { VerificationResultRubric }],
  ["result/sections/excerpt.ts", { SearchResult, Excerpt, ExcerptDifference, RejectedExcerpt }],
  ["result/sections/deep-judgment.ts", { VerificationResultDeepJudgment }],
  [
    "result/sections/deep-judgment-rubric.ts",
    { TraitMetadata, TraitRisk, VerificationResultDeepJudgmentRubric },
  ],
  ["result/verification-result.ts", { VerificationResult }],
  ["result/scenario-execution-result.ts", { WalkTurn, WalkFailure, WalkState, ScenarioExecutionResult }],
];

const names = new Map<z.core.$ZodType, string>([
  ...[...messages, ...results].flatMap(([, schemas]) =>
    Object.entries(schemas).map(([name, schema]) => [schema, name] as const),
  ),
  [AnyJson, "JsonValue"],
  [TraitValue, "JsonValue"],
  [AnyJsonObject, "JsonObject"],
]);

const head = "// Made by `npm run generate` from the schemas and their comments.\n";

/** The interfaces of messages in results, as a module of `src/trace`. */
export const messageTypes = (): string =>
  `${head}import type { JsonObject } from "../base/index.ts";\n\n${interfacesText(messages)}`;

/** The interfaces of results, as a module of `src/result`. */
export const resultTypes = (): string =>
  [
    head,
    'import type { JsonObject, JsonValue } from "../base/index.ts";\n',
    'import type { AttachmentRecord, MessageRecord } from "../trace/index.ts";\n\n',
    interfacesText(results),
  ].join("");

function interfacesText(documented: Documented): string {
  return documented
    .flatMap(([file, schemas]) =>
      Object.entries(schemas).map(([name, schema]) => oneText(file, name, schema)),
    )
    .join("\n");
}

function oneText(file: string, name: string, schema: z.ZodObject): string {
  const { about, members } = schemaComments(file, name);
  const doc = (member: string) => {
    const text = members.get(member) ?? traitDocs.get(member);
    if (text === undefined) throw new Error(`${file}: "${member}" of ${name} has no comment.`);
    return text;
  };
  return `${docComment(about ?? name, "")}${interfaceText(name, schema, { names, io: "output", doc })}`;
}

/** What the kinds of traits say of the fields that results have for them. */
const traitDocs: ReadonlyMap<string, string> = new Map(
  traitTypes.flatMap((type) => {
    const { members } = schemaComments(`rubric/kinds/${type}/kind.ts`, type, "results: {");
    return Object.keys(traitKind(type).results).flatMap((field) => {
      const text = members.get(field);
      return text === undefined ? [] : [[resultKey(type, field), text] as const];
    });
  }),
);
