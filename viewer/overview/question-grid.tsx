import { useMemo, useState } from "react";
import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import { LongList } from "../parts/long-list.tsx";
import { OutcomeMark } from "../parts/outcome-mark.tsx";
import { outcomeLook } from "../parts/outcomes.ts";
import { countedText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";
import { type GridRow, gridRows, type Order, orders, sortRows } from "./grid-rows.ts";

/** Of more questions only those in sight are drawn. */
const mostDrawn = 120;
/** Of more replicates the number that passed is shown. */
const mostMarks = 5;

/** The width of every column in rem: what the most signs in one take, so that heads stand above their signs. */
function cellWidth(rows: readonly GridRow[]): number {
  const marks = rows.flatMap(({ cells }) => cells.map((places) => places.length));
  const most = marks.reduce((so, many) => Math.max(so, many), 0);
  return most > mostMarks ? 4 : Math.max(3.4, most * 1.45);
}

/** Each question with what every model made of it. */
export function QuestionGrid({
  summary,
  index,
}: {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
}) {
  const [order, setOrder] = useState<Order>("benchmark");
  const rows = useMemo(() => gridRows(index, summary.subjects.length), [index, summary]);
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const cell = useMemo(() => cellWidth(rows), [rows]);
  if (rows.length === 0) return null;
  const many = sorted.length > mostDrawn;
  return (
    <Section
      id="questions"
      title="Questions"
      about={`${countedText(rows.length, "question")}, a column for each model; a sign opens its answer.`}
    >
      <label className="order">
        Order{" "}
        <select
          value={order}
          onChange={({ target }) => setOrder(orders.find(({ name }) => name === target.value)?.name ?? order)}
        >
          {orders.map(({ name, words }) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <div className="grid">
        <div style={{ ...{ "--cell": `${cell}rem` }, minWidth: `${summary.subjects.length * cell}rem` }}>
          <div className="grid-row grid-head" aria-hidden="true">
            <span className="question">Question</span>
            {summary.subjects.map(({ name }) => (
              <span key={name} title={visibleText(name)}>
                <PlainText text={name} />
              </span>
            ))}
          </div>
          {many ? (
            <LongList
              className="grid-frame"
              count={sorted.length}
              rowHeight={isNarrow() ? 60 : 34}
              row={(at) => {
                const row = sorted[at];
                return row && <Row row={row} summary={summary} index={index} />;
              }}
            />
          ) : (
            <ul>
              {sorted.map((row) => (
                <li key={row.question}>
                  <Row row={row} summary={summary} index={index} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Section>
  );
}

interface GridData {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
}

/** The question stands above its signs, as the style says. */
const isNarrow = () => window.matchMedia("(max-width: 44rem)").matches;

function Row({ row, summary, index }: GridData & { readonly row: GridRow }) {
  const question = index.questions[row.question];
  if (question === undefined) return null;
  return (
    <div className="grid-row">
      <span className="question">
        <a
          href={placeAddress({ filters: { ...noFilters, question: question.id } })}
          title={visibleText(question.text)}
        >
          <PlainText text={question.text} />
        </a>
      </span>
      {summary.subjects.map(({ name }, subject) => (
        <span key={name}>
          <CellMarks model={name} places={row.cells[subject] ?? []} index={index} questionId={question.id} />
        </span>
      ))}
    </div>
  );
}

interface CellProps {
  readonly model: string;
  readonly places: readonly number[];
  readonly index: ReportIndex;
  readonly questionId: string;
}

function CellMarks({ model, places, index: { outcomes, results }, questionId }: CellProps) {
  const outcomeAt = (place: number) => outcomes[results.outcome[place] ?? -1] ?? "unscored";
  if (places.length > mostMarks) {
    const passed = places.filter((place) => outcomeAt(place) === "pass").length;
    return (
      <a
        className="fraction"
        href={placeAddress({ filters: { ...noFilters, question: questionId, model } })}
        aria-label={`${visibleText(model)}: ${passed} of ${places.length} passed`}
        style={{ backgroundSize: `${(passed / places.length) * 100}% 100%` }}
      >
        {passed}/{places.length}
      </a>
    );
  }
  return places.map((place) => (
    <a
      key={place}
      href={placeAddress({ result: results.id[place] ?? null })}
      aria-label={`${visibleText(model)}: ${outcomeLook(outcomeAt(place)).words}`}
      title={`${outcomeLook(outcomeAt(place)).words}: ${visibleText(results.note[place] ?? "")}`}
    >
      <OutcomeMark outcome={outcomeAt(place)} />
    </a>
  ));
}
