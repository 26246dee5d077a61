import { modelIdOf } from "../../prompt/index.ts";
import {
  displayString,
  type ModelIdentity,
  type Results,
  type ScenarioExecutionResult,
  type VerificationResult,
  type Walks,
} from "../../result/index.ts";
import { answerKeyOf } from "../calibration/rated-answer.ts";
import { type ClusterBy, createGrouper, type QuestionFacts } from "../grouping/grouping.ts";
import type { Side } from "./side.ts";
import { type Unit, unitOf } from "./unit.ts";
import { type WalkUnit, walkUnitOf } from "./walk-unit.ts";

/** What of one run is compared: its models under test, its judges, or the prompts that its models were asked with. */
export type CompareBy = "answering" | "parsing" | "prompt";

/** What a result, or a walk, is compared as. Models and judges have display strings; a prompt has its id. */
export function sideName(metadata: SideOf | WalkedBy, by: CompareBy): string {
  if (by === "prompt") return metadata.promptId ?? "no prompt";
  const model = metadata[by];
  return model === null ? unknownModels[by] : displayString(model);
}

type SideOf = Pick<VerificationResult["metadata"], "answering" | "parsing" | "promptId">;
/** Files may not say by which models a walk is. */
type WalkedBy = Pick<ScenarioExecutionResult, "answering" | "parsing" | "promptId">;

const unknownModels = { answering: "unknown model", parsing: "unknown judge" };

/** What is read, and what of it is meant. */
interface Gathering {
  readonly results: Results;
  readonly walks?: Walks | undefined;
  readonly by: CompareBy;
  /** Only these models, judges or prompts. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly cluster?: ClusterBy | undefined;
  readonly questions?: Iterable<QuestionFacts> | undefined;
  /** True: which answers are the same is needed. Default: false. */
  readonly namesAnswers?: boolean;
}

type Gathered = Omit<Side, "units" | "walks" | "unended"> & {
  readonly units: Unit[];
  readonly walks: WalkUnit[];
  unended: number;
};

/**
 * Reads results and walks into the sides that they are of, in order of first appearance. A turn is no unit of its own: it tells what its
 * walk has cost, even where another model was asked in it.
 */
export async function gatherSides({
  results,
  walks = [],
  by,
  only,
  cluster = "question",
  questions,
  namesAnswers = false,
}: Gathering): Promise<readonly Side[]> {
  const grouper = createGrouper(questions);
  const work = by === "parsing" ? "judging" : "task";
  const wanted = only && new Set(only);
  const sides = new Map<string, Gathered>();
  const sideOf = (models: SideOf | WalkedBy): Gathered | undefined => {
    const name = sideName(models, by);
    if (wanted?.has(name) === false) return undefined;
    const side = sides.get(name) ?? { name, units: [], walks: [], unended: 0 };
    sides.set(name, side);
    return side;
  };
  const turns = new Map<string, Pick<Unit, "cost" | "resources"> & { readonly side: Gathered | undefined }>();
  for await (const result of results) {
    const { metadata } = result;
    const side = sideOf(metadata);
    if (metadata.scenarioId !== null) {
      const { cost, resources } = unitOf(result, "", work);
      turns.set(metadata.resultId, { cost, resources, side });
    } else if (side !== undefined) {
      const unit = unitOf(result, grouper.clusterOf(result, cluster), work);
      const answering = by === "prompt" ? displayString(asConfigured(metadata)) : unit.answering;
      side.units.push({ ...unit, answering, answer: namesAnswers ? answerKeyOf(result) : null });
    }
  }
  const ended = new Set<string | null>();
  for await (const walk of walks) {
    for (const { verificationResultId } of walk.history) ended.add(verificationResultId);
    const { answering: model, promptId } = walk;
    const answering =
      by === "prompt" && model !== null
        ? displayString(asConfigured({ answering: model, promptId }))
        : sideName(walk, "answering");
    const models = { answering, parsing: sideName(walk, "parsing") };
    sideOf(walk)?.walks.push(walkUnitOf(walk, models, { turns, work }));
  }
  for (const [id, { side }] of turns) if (side !== undefined && !ended.has(id)) side.unended++;
  return [...sides.values()];
}

/** The model under test as it was configured, whatever prompt it was asked with. */
export function asConfigured({
  answering,
  promptId,
}: {
  readonly answering: ModelIdentity;
  readonly promptId?: string | undefined;
}): ModelIdentity {
  const { configId, modelName } = answering;
  if (promptId === undefined || configId === null) return answering;
  const id = modelIdOf(configId, promptId);
  return { ...answering, configId: id === modelName ? null : id };
}
