import { KareninaError, sha256 } from "../../base/index.ts";
import { answerOfResult } from "../../pipeline/index.ts";
import {
  displayString,
  lacksInfrastructure,
  type ModelIdentity,
  openResultsFile,
  resultToJson,
  type VerificationResult,
  VerificationResultSet,
} from "../../result/index.ts";
import { addedTraits, type JudgmentParts } from "./judgment-parts.ts";
import { type SourceModel, sourceModels } from "./source-models.ts";

/** Why an answer of a run cannot be taken over. */
export const missingReasons = [
  ...(["unknown", "question_changed", "settings_changed", "contents_unknown", "failed"] as const),
] as const;
export type MissingReason = (typeof missingReasons)[number];

/** Which task of a run a result would be of. */
export interface ReusePlace {
  readonly questionId: string;
  readonly questionText: string;
  /** What stands around it; null: nothing. */
  readonly conversation: VerificationResult["metadata"]["conversation"];
  /** Id of the answering model in the configuration. */
  readonly answering: string;
  readonly replicate: number | null;
}

/** By which a stored answer is known again: lower-case hexadecimal SHA-256. */
export interface AnswerKeys {
  /** Everything that shapes the answer: question, examples, instructions, model with its settings and tools, files, replicate. */
  readonly answer: string;
  /** The same without what stands outside benchmark and configuration, as keys were made before it was in them. */
  readonly answerOnly: string;
}

/** The results of an earlier run, by what they are of. Only where they stand is in memory. */
export interface ReuseSource {
  /** As messages call it. */
  readonly name: string;
  /** It is a results log, which says what it was run with. */
  readonly isLog: boolean;
  readonly models: readonly SourceModel[];
  /** The id that a model has in `models`; undefined for one of another run. */
  modelId(identity: ModelIdentity): string | undefined;
  /**
   * The result that holds the answer to a question whose text is the same; or why there is none.
   *
   * @throws KareninaError `configuration` for a name that several of its models share.
   */
  findAnswer(place: ReusePlace): number | MissingReason;
  /** The result that holds the answer with a key; or why there is none. */
  findKeyedAnswer(keys: AnswerKeys, place: ReusePlace): number | MissingReason;
  /** The result that has both keys and lacks nothing. */
  findResult(keys: { readonly answer: string; readonly judgment: string }): number | undefined;
  /**
   * The result with a verdict, or without anything to verify, that has the answer, all of the judgment but traits, and the most of
   * these; the names of the others.
   */
  findPart(keys: {
    readonly answer: string;
    readonly parts: JudgmentParts | undefined;
  }): { readonly at: number; readonly missing: readonly string[] } | undefined;
  at(index: number): VerificationResult;
  /** SHA-256 of what the answer at an index says, lower-case hexadecimal. */
  answerDigest(index: number): string;
  /** The same of a whole result that `findResult` or `findPart` has found. */
  resultDigest(index: number): string;
  /** False for a result whose answer was taken from here and is another one by now, or gone. */
  hasSameAnswer(result: VerificationResult): boolean;
  /** All of them, one at a time. */
  results(): Iterable<VerificationResult>;
  /** Questions have as many answers as there are, some none: only questions without any are told. */
  readonly isUneven: boolean;
  hasQuestion(id: string): boolean;
}

type AskedText = Pick<ReusePlace, "questionText" | "conversation">;

/** What stands at a place of the source: what was asked, with all that stood around it, and the result with its answer; undefined: none has one. */
type Known = Map<string, number | undefined>;

/**
 * Opens the run that answers or results are taken from.
 *
 * @param from a results log, a JSON export, or results in memory
 * @param tell told of lines that were cut off and rows that are no results
 * @throws KareninaError as `openResultsFile`.
 */
export async function openReuseSource(
  from: string | VerificationResultSet,
  { workingDirectory, tell }: { readonly workingDirectory: string; readonly tell: (text: string) => void },
): Promise<ReuseSource> {
  if (typeof from !== "string")
    return reuseSourceOf(from, { name: "the run that was given", isLog: false, isUneven: false });
  const { set, isLog } = await openSourceFile(from, { workingDirectory, tell });
  return reuseSourceOf(set, { name: from, isLog, isUneven: false });
}

/** The results of a file, of a log without reading them. Throws as {@link openReuseSource}. */
export async function openSourceFile(
  from: string,
  { workingDirectory, tell }: { readonly workingDirectory: string; readonly tell: (text: string) => void },
): Promise<{ readonly set: VerificationResultSet; readonly isLog: boolean }> {
  const file = await openResultsFile(from, workingDirectory, tell);
  const isLog = file.kind === "log";
  const set = isLog
    ? await VerificationResultSet.fromLog(file.path, { onTornLine: () => undefined })
    : new VerificationResultSet(await Array.fromAsync(file.read()));
  return { set, isLog };
}

/**
 * A set of results as what answers are taken from.
 *
 * @param isLeft whether the result at an index is passed over; default: none
 */
export function reuseSourceOf(
  set: VerificationResultSet,
  {
    name,
    isLog,
    isUneven,
    isLeft = () => false,
  }: Pick<ReuseSource, "name" | "isLog" | "isUneven"> & { readonly isLeft?: (index: number) => boolean },
): ReuseSource {
  // answers of another program say nothing of what stood around their question: they were matched with it already
  const textOf = (place: AskedText) => (isUneven ? place.questionText : wholeText(place));
  const questions = new Set<string>();
  const places = new Map<string, Known>();
  const keyed = new Map<string, number>();
  const whole = new Map<string, number>();
  const parts = new Map<string, { readonly at: number; readonly traits: JudgmentParts["traits"] }[]>();
  const identities = new Map<string, ModelIdentity>();
  const digests = new Map<number, string>();
  const resultDigests = new Map<number, string>();
  let index = -1;
  for (const result of set) {
    index += 1;
    if (isLeft(index)) continue;
    const { metadata } = result;
    const { questionId, replicate, answerKey, judgmentKey } = metadata;
    const answering = displayString(metadata.answering);
    identities.set(answering, metadata.answering);
    questions.add(questionId);
    const place = placeKey({ questionId, answering, replicate });
    const known = places.get(place) ?? new Map();
    places.set(place, known);
    const text = textOf(metadata);
    const isFirst = known.get(text) === undefined;
    if (isFirst) known.set(text, undefined);
    if (answerOfResult(result) === undefined) continue;
    const isAsked = askedForAnswer(result);
    if (isFirst || isAsked) known.set(text, index);
    digests.set(index, digestOf(result));
    if (answerKey === null) continue;
    if (!keyed.has(answerKey) || isAsked) keyed.set(answerKey, index);
    if (judgmentKey === null || lacksInfrastructure(result)) continue;
    whole.set(wholeKey(answerKey, judgmentKey), index);
    resultDigests.set(index, sha256(JSON.stringify(resultToJson(result))));
    const { judgmentParts } = metadata;
    if (judgmentParts === undefined || !hasVerdict(result)) continue;
    const partKey = wholeKey(answerKey, judgmentParts.rest);
    parts.set(partKey, [...(parts.get(partKey) ?? []), { at: index, traits: judgmentParts.traits }]);
  }
  const { models, idOf, sharing } = sourceModels(identities.values());
  const wholeNames = new Map(models.map(({ id, identity }) => [id, displayString(identity)]));
  const known = (of: ReadonlyMap<number, string>, at: number): string => {
    const digest = of.get(at);
    if (digest === undefined) throw new RangeError(`${name} has nothing to take over at ${at}.`);
    return digest;
  };
  const found = (place: ReusePlace): number | MissingReason => {
    const answering = wholeNames.get(place.answering);
    const known = answering === undefined ? undefined : places.get(placeKey({ ...place, answering }));
    if (known === undefined) return "unknown";
    const text = textOf(place);
    return known.has(text) ? (known.get(text) ?? "failed") : "question_changed";
  };
  return {
    ...{ name, isLog, isUneven, models },
    modelId: idOf,
    hasQuestion: (id) => questions.has(id),
    findAnswer(place) {
      const shared = wholeNames.has(place.answering) ? [] : sharing(place.answering);
      if (shared.length > 0) throw sharedName(name, place.answering, shared);
      return found(place);
    },
    findKeyedAnswer({ answer, answerOnly }, place) {
      const [known, reason] = [keyed.get(answer), found(place)];
      if (known !== undefined || typeof reason !== "number") return known ?? reason;
      return keyed.has(answerOnly) ? "contents_unknown" : "settings_changed";
    },
    findResult: ({ answer, judgment }) => whole.get(wholeKey(answer, judgment)),
    findPart({ answer, parts: now }) {
      if (now === undefined) return undefined;
      const known = (parts.get(wholeKey(answer, now.rest)) ?? []).flatMap(({ at, traits }) => {
        const missing = addedTraits(now.traits, traits);
        return missing === undefined ? [] : [{ at, missing }];
      });
      return known.toSorted((left, right) => left.missing.length - right.missing.length)[0];
    },
    results: () => set,
    at(at) {
      const result = set.at(at);
      if (result === undefined) throw new RangeError(`${name} has no result ${at}.`);
      return result;
    },
    hasSameAnswer({ metadata }) {
      const { questionId, replicate, reused } = metadata;
      const taken = reused?.answerDigest ?? undefined;
      if (taken === undefined || idOf(metadata.answering) === undefined) return true;
      const place = placeKey({ questionId, answering: displayString(metadata.answering), replicate });
      const at = places.get(place)?.get(textOf(metadata));
      return at !== undefined && digests.get(at) === taken;
    },
    answerDigest: (at) => known(digests, at),
    resultDigest: (at) => known(resultDigests, at),
  };
}

function sharedName(source: string, name: string, ids: readonly string[]): KareninaError {
  return new KareninaError(
    "configuration",
    `${source} has answers of ${ids.length} models that are called "${name}": ${ids.join(", ")}.`,
    { hint: "Give the model one of these as its id, or name no models: then all of that run are taken." },
  );
}

const digestOf = ({ template }: VerificationResult): string =>
  sha256(JSON.stringify([template?.rawLlmResponse, template?.traceMessages, template?.retrievedContexts]));

/** What came to no verdict because of the answer is judged whole: its traits may have been passed over. */
const hasVerdict = ({ metadata: { failure } }: VerificationResult): boolean =>
  failure === null || failure.category === "content";

/** The result of whose task the answer was asked for knows what it took; those of other judges share it. */
const askedForAnswer = ({ stages }: VerificationResult): boolean =>
  stages.some(({ name, modelCalls }) => name === "GenerateAnswer" && modelCalls > 0);

const wholeKey = (answer: string, judgment: string): string => `${answer} ${judgment}`;

/** The text of a question with all that stands around it. */
const wholeText = ({ questionText, conversation }: AskedText): string =>
  conversation === null ? questionText : JSON.stringify([questionText, conversation]);

const placeKey = ({
  questionId,
  answering,
  replicate,
}: Pick<ReusePlace, "questionId" | "answering" | "replicate">): string =>
  JSON.stringify([questionId, answering, replicate ?? 1]);
