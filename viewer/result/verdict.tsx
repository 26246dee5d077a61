import type { ResultDetail } from "../../src/report/index.ts";
import { OutcomeMark } from "../parts/outcome-mark.tsx";
import { outcomeLook } from "../parts/outcomes.ts";
import { PlainText } from "../parts/value.tsx";

/** What the result counts as, and why. */
export function Verdict({ view }: { readonly view: ResultDetail }) {
  const { outcome, credit, failure, error } = view;
  return (
    <div className={`verdict ${outcome}`}>
      <p className="verdict-word">
        <OutcomeMark outcome={outcome} />
        {outcomeLook(outcome).words}
        {credit !== null && <span className="credit">score {credit.toFixed(2)}</span>}
      </p>
      {failure !== null && (
        <p className="verdict-reason">
          <PlainText text={failure.reason} />
          <span className="verdict-found">
            {failure.category.replaceAll("_", " ")}, found by <PlainText text={failure.stage} />
          </span>
        </p>
      )}
      {error !== null && (
        <p className="verdict-reason">
          Error: <PlainText text={error} />
        </p>
      )}
    </div>
  );
}
