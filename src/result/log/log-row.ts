import * as z from "zod";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonObjectsIn,
  KareninaError,
  wireCodec,
} from "../../base/index.ts";
import { FurtherToolResultRecord, MessageRecord, ThinkingRecord } from "../../trace/index.ts";
import { resultFromJson } from "../result-json.ts";
import { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import { VerificationResultDeepJudgment } from "../sections/deep-judgment.ts";
import { VerificationResultMetadata } from "../sections/metadata.ts";
import { VerificationResultTemplate } from "../sections/template.ts";
import { StageRecord } from "../stage-record.ts";
import { VerificationResult } from "../verification-result.ts";
import { stretchesOf, type TextStretches } from "./shared-text.ts";

/** Where a text begins and ends in `template.rawLlmResponse`, in characters (code points) from 0, end excluded. */
const stretch = z.array(z.int().nonnegative()).length(2).readonly().optional();

/** What a message that was sent may have for its text, in `metadata`. */
const askedMembers = ["question_text", "answering_system_prompt"] as const;

const TraceMessage = MessageRecord.extend({
  contentAt: stretch,
  thinking: ThinkingRecord.partial({ thinking: true }).extend({ thinkingAt: stretch }).nullish(),
  furtherToolResults: z
    .array(FurtherToolResultRecord.partial({ content: true }).extend({ contentAt: stretch }))
    .readonly()
    .optional(),
});
const SentMessage = MessageRecord.extend({
  /** The member of `metadata` that is the content. */
  contentOf: z.enum(askedMembers).optional(),
});

/**
 * A result as a line of a log holds it: each text and each ruling once, and no member that is what its absence is read as. A member
 * whose name ends in `At` or `Of` stands for the one before these letters.
 */
export const LogRow = VerificationResult.extend({
  metadata: VerificationResultMetadata.extend({ partialContentAt: stretch }),
  template: VerificationResultTemplate.extend({
    traceMessages: z.array(TraceMessage).readonly().default([]),
    conversationContext: z.array(SentMessage).readonly().default([]),
  })
    .nullable()
    .default(null),
  evaluationInputAt: stretch,
  stages: z
    .array(
      StageRecord.extend({
        /** Absent: `ran`. */
        status: StageRecord.shape.status.default("ran"),
        /** The place of its ruling in `rulings`, from 0. */
        rulingAt: z.int().nonnegative().optional(),
      }),
    )
    .readonly()
    .default([]),
});

/** Members whose absence rows of before mean something else by than what the schema says, see `upgradeRow`. */
const alwaysWritten = new Set<z.core.$ZodType>([VerificationResultDeepJudgment.shape.deepJudgmentEnabled]);
const codec = wireCodec(VerificationResult, { omits: (member) => !alwaysWritten.has(member) });

const walkCodec = wireCodec(ScenarioExecutionResult, { omits: () => true });

/** A walk as a line of a log holds it: without members that are what their absence is read as. */
export function walkToLogRow(walk: ScenarioExecutionResult): JsonObject {
  const row = walkCodec.encode(walk);
  return isJsonObject(row) ? row : {};
}

/** Shorter texts are written where they stand: saying where else they do takes as long. */
const shortest = 32;

/** A part of a row that was just made or read, and nobody else has. */
type OwnPart = { [member: string]: JsonValue };

/** A result as a line of a log holds it. */
export function resultToLogRow(result: VerificationResult): JsonObject {
  const row = codec.encode(result);
  if (!isJsonObject(row)) return {};
  const answer = stretchesOf(answerOf(row));
  for (const [part, member] of textsOfAnswer(row)) {
    const text = part[member];
    const at = typeof text === "string" && text.length >= shortest ? answer.find(text) : undefined;
    if (at === undefined) continue;
    delete part[member];
    part[`${member}_at`] = at;
  }
  for (const message of messagesSent(row)) {
    const { content } = message;
    const name = askedMembers.find((member) => memberOf(row.metadata, member) === content);
    if (name === undefined || String(content).length < shortest) continue;
    delete message.content;
    message.content_of = name;
  }
  const rulings = result.rulings.map((ruling) => JSON.stringify(ruling));
  for (const [at, stage] of stagesOf(row).entries()) {
    if (stage.status === "ran") delete stage.status;
    const place = rulings.indexOf(JSON.stringify(result.stages[at]?.ruling));
    if (place === -1) continue;
    delete stage.ruling;
    stage.ruling_at = place;
  }
  return row;
}

/**
 * A result from a line of a log; rows in the stored form of results, of logs of before, are read as well.
 *
 * @param row gets back what it refers to
 * @throws KareninaError `invalid_input` that begins with `source`: see `resultFromJson`, or what a member refers to is not there.
 */
export function resultFromLogRow(row: JsonObject, source: string): VerificationResult {
  let answer: TextStretches | undefined;
  for (const [part, member] of textsOfAnswer(row)) {
    const name = `${member}_at`;
    const at = part[name];
    if (at === undefined) continue;
    answer ??= stretchesOf(answerOf(row));
    const [start, end] = isStretch(at) ? at : [1, 0];
    const wanted = `two whole numbers, where it begins and ends in the ${answer.length} characters of template.raw_llm_response`;
    restore(part, member, { name, value: answer.cut(start, end), source, wanted });
    // metadata may have no more members than those of a result
    if (part === row.metadata) delete part[name];
  }
  for (const message of messagesSent(row)) {
    const name = message.content_of;
    if (name === undefined) continue;
    const asked = askedMembers.find((member) => member === name);
    const value = asked && memberOf(row.metadata, asked);
    const wanted = `one of ${askedMembers.join(", ")}, which metadata has as a text`;
    restore(message, "content", { name: "content_of", value: textOf(value), source, wanted });
  }
  for (const stage of stagesOf(row)) {
    stage.status ??= "ran";
    const at = stage.ruling_at;
    if (at === undefined) continue;
    const rulings = jsonObjectsIn(row.rulings);
    const wanted = `a place among its ${rulings.length} rulings, from 0`;
    const value = typeof at === "number" ? rulings[at] : undefined;
    restore(stage, "ruling", { name: "ruling_at", value, source, wanted });
  }
  return resultFromJson(row, source);
}

/** The texts that may stand in the answer: what holds each, and under which name. */
function* textsOfAnswer(row: JsonObject): Generator<readonly [OwnPart, string]> {
  yield [row, "evaluation_input"];
  if (isJsonObject(row.metadata)) yield [row.metadata, "partial_content"];
  for (const message of jsonObjectsIn(memberOf(row.template, "trace_messages"))) {
    if (isJsonObject(message.thinking)) yield [message.thinking, "thinking"];
    yield [message, "content"];
    for (const further of jsonObjectsIn(message.further_tool_results)) yield [further, "content"];
  }
}

const messagesSent = (row: JsonObject): readonly OwnPart[] =>
  jsonObjectsIn(memberOf(row.template, "conversation_context"));

const stagesOf = (row: JsonObject): readonly OwnPart[] => jsonObjectsIn(row.stages);

const answerOf = (row: JsonObject): string => textOf(memberOf(row.template, "raw_llm_response")) ?? "";

const memberOf = (part: JsonValue | undefined, member: string): JsonValue | undefined =>
  isJsonObject(part) ? part[member] : undefined;

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

const isStretch = (value: JsonValue): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);

function restore(
  part: OwnPart,
  member: string,
  found: {
    readonly name: string;
    readonly value: JsonValue | undefined;
    readonly source: string;
    readonly wanted: string;
  },
): void {
  const { name, value, source, wanted } = found;
  if (value !== undefined && part[member] === undefined) {
    part[member] = value;
    return;
  }
  const problem =
    part[member] === undefined
      ? `expected ${wanted}`
      : `expected no ${member} beside it, which it stands for`;
  throw new KareninaError(
    "invalid_input",
    `${source} has ${name} ${JSON.stringify(part[name])}: ${problem}.`,
  );
}
