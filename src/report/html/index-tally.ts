import { isJsonObject, type JsonValue, sha256 } from "../../base/index.ts";
import {
  type DrawnScenario,
  displayString,
  Outcome,
  type ScenarioExecutionResult,
  type VerificationResult,
} from "../../result/index.ts";
import type { ResultView } from "../view/result-view.ts";
import { oneLineNote } from "./note-text.ts";
import type { IndexedQuestion, IndexedTrait, ReportIndex } from "./report-data.ts";
import { type IndexedScenario, type IndexedWalk, indexedWalk, wayPicture } from "./walks-view.ts";

/** Gathers what lists need of each result; keeps no result. */
export interface IndexTally {
  /** Adds a result of the subject at this place. */
  add(result: VerificationResult, view: ResultView, subject: number): void;
  /** Adds a walk of the run at this place; its turns were added before. */
  addWalk(walk: ScenarioExecutionResult, run: number): void;
  /** Adds the scenarios of that run, before its walks. */
  addScenarios(scenarios: readonly DrawnScenario[], run: number): void;
  index(blocks: readonly number[]): ReportIndex;
}

/** Of a trait with more different values the rarer ones share a label. */
const mostLabels = 60;
const otherValues = "other values";

/** An index without results. */
export function indexTally(): IndexTally {
  const questions = new Map<string, { readonly place: number; readonly question: IndexedQuestion }>();
  const keywords = new Map<string, number>();
  const traits = new Map<string, { readonly labels: Map<string, number>; readonly values: number[] }>();
  const ids = new Set<string>();
  const turnRows = new Map<string, number>();
  const walks: IndexedWalk[] = [];
  const pictures = new Map<string, number>();
  const scenarios: IndexedScenario[] = [];
  const results = {
    id: [] as string[],
    question: [] as number[],
    subject: [] as number[],
    replicate: [] as (number | null)[],
    outcome: [] as number[],
    credit: [] as (number | null)[],
    note: [] as string[],
  };

  const placeOfQuestion = ({ questionId, questionText, ...view }: ResultView, isTurn: boolean): number => {
    const key = JSON.stringify([questionId, questionText, isTurn]);
    const known = questions.get(key);
    if (known !== undefined) return known.place;
    const places = view.keywords.map((keyword) => placeIn(keywords, keyword));
    const place = questions.size;
    questions.set(key, { place, question: { id: questionId, text: questionText, keywords: places, isTurn } });
    return place;
  };

  const addTrait = (name: string, label: string, row: number) => {
    const trait = traits.get(name) ?? { labels: new Map<string, number>(), values: [] };
    traits.set(name, trait);
    while (trait.values.length < row) trait.values.push(-1);
    const isKnown = trait.labels.has(label) || trait.labels.size < mostLabels;
    trait.values[row] = placeIn(trait.labels, isKnown ? label : otherValues);
  };

  return {
    add({ metadata }, view, subject) {
      const row = results.id.length;
      if (metadata.scenarioId !== null) turnRows.set(metadata.resultId, row);
      results.id.push(freeId(metadata.resultId, ids, row));
      results.question.push(placeOfQuestion(view, metadata.scenarioId !== null));
      results.subject.push(subject);
      results.replicate.push(metadata.replicate);
      results.outcome.push(Outcome.options.indexOf(view.outcome));
      results.credit.push(view.credit);
      results.note.push(oneLineNote(view));
      for (const { name, value, label } of view.traits?.judged ?? []) {
        const text = label ?? valueLabel(value);
        if (text !== undefined) addTrait(name, text, row);
      }
    },
    addWalk(walk, run) {
      const nameOf = (of: ScenarioExecutionResult, side: "answering" | "parsing") => {
        const model = of[side];
        return model && displayString(model);
      };
      const scenario = scenarios.find((one) => one.run === run && one.name === walk.scenarioId);
      const drawn = scenario === undefined ? null : wayPicture(scenario, walk);
      const picture = drawn === null ? null : placeIn(pictures, drawn);
      walks.push(indexedWalk(walk, { run, nameOf, picture, rowOf: (id) => turnRows.get(id) }));
    },
    addScenarios(drawn, run) {
      scenarios.push(...drawn.map((one) => ({ ...one, run })));
    },
    index: (blocks) => ({
      walks,
      scenarios,
      pictures: [...pictures.keys()],
      questions: Array.from(questions.values(), ({ question }) => question),
      keywords: [...keywords.keys()],
      outcomes: Outcome.options,
      blocks,
      results,
      traits: Array.from(
        traits,
        ([trait, { labels, values }]): IndexedTrait => ({
          ...{ trait, labels: [...labels.keys()] },
          values: [...values, ...Array<number>(results.id.length - values.length).fill(-1)],
        }),
      ),
    }),
  };
}

function placeIn(places: Map<string, number>, name: string): number {
  const place = places.get(name) ?? places.size;
  places.set(name, place);
  return place;
}

/** An id that no other result of the report has: runs may have been merged, or started from the same log. */
function freeId(id: string, taken: Set<string>, row: number): string {
  const free = id !== "" && !taken.has(id) ? id : sha256(`${id} ${row}`).slice(0, 16);
  taken.add(free);
  return free;
}

/** Undefined for values that nobody would filter by. */
function valueLabel(value: JsonValue): string | undefined {
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  if (value === null || Array.isArray(value) || isJsonObject(value)) return undefined;
  return String(value).slice(0, 80);
}
