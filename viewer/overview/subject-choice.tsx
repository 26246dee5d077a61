import { countedText, countText } from "../parts/rate-text.ts";
import { mostSubjects, type Showing, showings } from "./shown-subjects.ts";

/** Says of many models which are shown, and lets others be chosen. */
export function SubjectChoice({
  count,
  showing,
  onShow,
}: {
  readonly count: number;
  readonly showing: Showing;
  readonly onShow: (showing: Showing) => void;
}) {
  if (count <= mostSubjects) return null;
  return (
    <div className="subject-choice">
      <p>
        {showing === "best"
          ? `Of ${countText(count)} models the ${mostSubjects} with the highest pass rates are in the tables and charts below, best first; all are in the comparison, the questions and the results.`
          : `${countedText(count, "model")}, ${showing === "sorted" ? "best first" : "as in the run"}.`}
      </p>
      <label className="order">
        Show{" "}
        <select
          value={showing}
          onChange={({ target }) =>
            onShow(showings.find(({ name }) => name === target.value)?.name ?? showing)
          }
        >
          {showings.map(({ name, words }) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
