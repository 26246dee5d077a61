import { renderPythonJson, sha256 } from "../base/index.ts";
import { canonicalKey } from "./model-identity.ts";
import type { VerificationResultMetadata } from "./sections/metadata.ts";

/** What a result's identifier is made of. */
type ResultIdSource = Pick<
  VerificationResultMetadata,
  | "questionId"
  | "answering"
  | "parsing"
  | "timestamp"
  | "replicate"
  | "scenarioId"
  | "scenarioNode"
  | "scenarioTurn"
>;

/** The same identifier from canonical keys instead of identities. */
type ResultIdKeys = Omit<ResultIdSource, "answering" | "parsing"> & {
  readonly answering: string;
  readonly parsing: string;
};

/**
 * The identifier of a result: the first 16 hexadecimal digits of the SHA-256 of its question, models, replicate,
 * scenario place and timestamp, written as Python's `json.dumps(sort_keys=True)` writes them.
 */
export function resultId(source: ResultIdSource): string {
  return resultIdOfKeys({
    ...source,
    answering: canonicalKey(source.answering),
    parsing: canonicalKey(source.parsing),
  });
}

/** {@link resultId} for canonical model keys. */
export function resultIdOfKeys(source: ResultIdKeys): string {
  const identity = {
    answering: source.answering,
    parsing: source.parsing,
    question_id: source.questionId,
    replicate: source.replicate,
    scenario_id: source.scenarioId,
    scenario_node: source.scenarioNode,
    scenario_turn: source.scenarioTurn,
    timestamp: source.timestamp,
  };
  return sha256(renderPythonJson(identity, { sortKeys: true })).slice(0, 16);
}
