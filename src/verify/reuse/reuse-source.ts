import { answerOfResult } from "../../pipeline/index.ts";
import {
  displayString,
  lacksInfrastructure,
  type ModelIdentity,
  openResultsFile,
  shortModelName,
  type VerificationResult,
  VerificationResultSet,
} from "../../result/index.ts";

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

/** An answering model of the run that answers come from, by the word of its results. */
export interface SourceModel {
  readonly id: string;
  readonly identity: ModelIdentity;
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
  /** The result that holds the answer to a question whose text is the same; or why there is none. */
  findAnswer(place: ReusePlace): number | MissingReason;
  /** The result that holds the answer with a key; or why there is none. */
  findKeyedAnswer(keys: AnswerKeys, place: ReusePlace): number | MissingReason;
  /** The result that has both keys and lacks nothing. */
  findResult(keys: { readonly answer: string; readonly judgment: string }): number | undefined;
  at(index: number): VerificationResult;
  /** All of them, one at a time. */
  results(): Iterable<VerificationResult>;
  /** Questions have as many answers as there are, some none: only questions without any are told. */
  readonly isUneven: boolean;
  hasQuestion(id: string): boolean;
}

type AskedText = Pick<ReusePlace, "questionText" | "conversation">;

/** What stands at a place of the source. */
interface Known {
  /** What was asked, with all that stood around it. */
  readonly text: string;
  /** Undefined: no result there has an answer. */
  answer: number | undefined;
}

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
  const file = await openResultsFile(from, workingDirectory, tell);
  const set =
    file.kind === "log"
      ? await VerificationResultSet.fromLog(file.path, { onTornLine: () => undefined })
      : new VerificationResultSet(await Array.fromAsync(file.read()));
  return reuseSourceOf(set, { name: from, isLog: file.kind === "log", isUneven: false });
}

/** A set of results as what answers are taken from. */
export function reuseSourceOf(
  set: VerificationResultSet,
  { name, isLog, isUneven }: Pick<ReuseSource, "name" | "isLog" | "isUneven">,
): ReuseSource {
  // answers of another program say nothing of what stood around their question: they were matched with it already
  const textOf = (place: AskedText) => (isUneven ? place.questionText : wholeText(place));
  const questions = new Set<string>();
  const places = new Map<string, Known>();
  const keyed = new Map<string, number>();
  const whole = new Map<string, number>();
  const models = new Map<string, ModelIdentity>();
  let index = -1;
  for (const result of set) {
    index += 1;
    const { metadata } = result;
    models.set(displayString(metadata.answering), metadata.answering);
    const { questionId, answering, replicate, answerKey, judgmentKey } = metadata;
    questions.add(questionId);
    const place = placeKey({ questionId, answering: shortModelName(answering), replicate });
    const known = places.get(place) ?? { text: textOf(metadata), answer: undefined };
    places.set(place, known);
    if (answerOfResult(result) === undefined) continue;
    const isAsked = askedForAnswer(result);
    if (known.answer === undefined || isAsked) known.answer = index;
    if (answerKey === null) continue;
    if (!keyed.has(answerKey) || isAsked) keyed.set(answerKey, index);
    if (judgmentKey !== null && !lacksInfrastructure(result))
      whole.set(wholeKey(answerKey, judgmentKey), index);
  }
  const found = (place: ReusePlace): number | MissingReason => {
    const known = places.get(placeKey(place));
    if (known === undefined) return "unknown";
    if (known.text !== textOf(place)) return "question_changed";
    return known.answer ?? "failed";
  };
  return {
    name,
    isLog,
    isUneven,
    hasQuestion: (id) => questions.has(id),
    models: namedModels([...models.values()]),
    findAnswer: found,
    findKeyedAnswer({ answer, answerOnly }, place) {
      const [known, reason] = [keyed.get(answer), found(place)];
      if (known !== undefined || typeof reason !== "number") return known ?? reason;
      return keyed.has(answerOnly) ? "contents_unknown" : "settings_changed";
    },
    findResult: ({ answer, judgment }) => whole.get(wholeKey(answer, judgment)),
    results: () => set,
    at(at) {
      const result = set.at(at);
      if (result === undefined) throw new RangeError(`${name} has no result ${at}.`);
      return result;
    },
  };
}

/** The result of whose task the answer was asked for knows what it took; those of other judges share it. */
const askedForAnswer = ({ stages }: VerificationResult): boolean =>
  stages.some(({ name, modelCalls }) => name === "GenerateAnswer" && modelCalls > 0);

/** Ids as a configuration would give them; the first of two models that would share one. */
function namedModels(identities: readonly ModelIdentity[]): readonly SourceModel[] {
  const byId = new Map<string, SourceModel>();
  for (const identity of identities) {
    const id = shortModelName(identity);
    if (!byId.has(id)) byId.set(id, { id, identity });
  }
  return [...byId.values()];
}

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
