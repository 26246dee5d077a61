import { type JsonValue, oneLine, withoutJsonSecrets } from "../../../base/index.ts";
import { type BenchmarkContent, dynamicRubricOf, type Question } from "../../../benchmark/index.ts";
import {
  allTraits,
  asksForDeepJudgment,
  type ModelOverride,
  type Rubric,
  type RubricTrait,
  showsGroundTruth,
  sourceOf,
  traitKind,
} from "../../../rubric/index.ts";
import { obstacleOf } from "../../../verify/index.ts";
import { cutToColumns } from "../../report/columns.ts";
import { type TableRoom, tableLines } from "../../report/table.ts";

/** A trait and where it stands. */
interface PlacedTrait {
  readonly trait: RubricTrait;
  readonly isDynamic: boolean;
  /** Undefined: the whole benchmark. */
  readonly questionId: string | undefined;
}

/** A trait as JSON for programs. */
function traitRecord(trait: RubricTrait) {
  return {
    name: trait.name,
    type: trait.type,
    kind: kindText(trait),
    description: trait.description,
    higher_is_better: trait.higherIsBetter,
    deep_judgment: asksForDeepJudgment(trait),
    include_ground_truth: showsGroundTruth(trait),
    model_override: trait.type === "agentic" ? overrideRecord(trait.modelOverride) : null,
    obstacle: obstacleOf(trait) ?? null,
  };
}

function overrideRecord(override: ModelOverride | null): JsonValue {
  const record = override === null || typeof override === "string" ? override : override.toJSON();
  return withoutJsonSecrets(record);
}

/** The traits of a rubric as JSON for programs. */
export function rubricRecord(rubric: Rubric | null) {
  return rubric === null ? [] : allTraits(rubric).map(traitRecord);
}

/** How many traits a question has of its own. */
export function ownTraitCount(question: Question): number {
  const dynamic = dynamicRubricOf(question);
  return allTraits(question.rubric).length + (dynamic === null ? 0 : allTraits(dynamic).length);
}

const columns = [
  { title: "Trait", align: "left" },
  { title: "Type", align: "left" },
  { title: "Kind", align: "left" },
  { title: "Applies to", align: "left" },
] as const;

const widest = 60;

/** All traits of a benchmark as a table; traits that several questions have alike are one row. Empty without traits. */
export function traitTable(content: BenchmarkContent, room: TableRoom): readonly string[] {
  const rows = new Map<string, { readonly placed: PlacedTrait; readonly ids: string[] }>();
  for (const one of placedTraits(content)) {
    const { trait, isDynamic, questionId } = one;
    const key = JSON.stringify([
      trait.name,
      trait.type,
      kindWords(trait),
      isDynamic,
      questionId === undefined,
    ]);
    const row = rows.get(key) ?? { placed: one, ids: [] };
    if (questionId !== undefined) row.ids.push(oneLine(questionId));
    rows.set(key, row);
  }
  if (rows.size === 0) return [];
  const cells = [...rows.values()].map(({ placed: { trait, isDynamic }, ids }) => [
    oneLine(trait.name),
    trait.type,
    cutToColumns(oneLine(kindWords(trait)), widest),
    `${ids.length === 0 ? "all questions" : cutToColumns(ids.join(", "), widest)}${isDynamic ? ", where an answer touches it" : ""}`,
  ]);
  return tableLines(columns, cells, room);
}

/** Why traits cannot be judged in this version, each trait and reason once. */
export function traitObstacles(
  content: BenchmarkContent,
): readonly { readonly trait: string; readonly reason: string }[] {
  const found = placedTraits(content).flatMap(({ trait }) => {
    const reason = obstacleOf(trait);
    return reason === undefined
      ? []
      : [[JSON.stringify([trait.name, reason]), { trait: trait.name, reason }] as const];
  });
  return [...new Map(found).values()];
}

function placedTraits(content: BenchmarkContent): readonly PlacedTrait[] {
  const placeTraits = (rubric: Rubric | null, isDynamic: boolean, questionId: string | undefined) =>
    rubric === null ? [] : allTraits(rubric).map((trait) => ({ trait, isDynamic, questionId }));
  return [
    ...placeTraits(content.globalRubric, false, undefined),
    ...placeTraits(content.globalDynamicRubric, true, undefined),
    ...content.questions.flatMap((question) => [
      ...placeTraits(question.rubric, false, question.id),
      ...placeTraits(dynamicRubricOf(question), true, question.id),
    ]),
  ];
}

function kindWords(trait: RubricTrait): string {
  const further = traitKind(trait.type).describeFurther?.(trait) ?? [];
  const source = sourceOf(trait);
  return [kindText(trait), ...further, ...(source === undefined ? [] : [`judged on the ${source}`])].join(
    ", ",
  );
}

function kindText(trait: RubricTrait): string {
  return trait.unusable === undefined ? traitKind(trait.type).describe(trait) : "cannot be judged";
}
