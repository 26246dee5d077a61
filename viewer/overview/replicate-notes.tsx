import { percentText } from "../../src/base/number-text.ts";
import type { SubjectView } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";

/** What replicates say of each model: how often one of k passes, how often all of them do, over how many questions, and how many are unstable. */
export function ReplicateNotes({
  subjects,
  leftOut,
}: {
  readonly subjects: readonly SubjectView[];
  /** Which questions are left out, and why. */
  readonly leftOut: readonly string[];
}) {
  const told = subjects.flatMap(({ name, replicates }) => {
    const last = replicates?.passOfK.at(-1);
    return replicates && last ? [{ name, replicates, last }] : [];
  });
  if (told.length === 0) return null;
  return (
    <>
      <table className="replicates">
        <thead>
          <tr>
            <th scope="col">Over replicates</th>
            <th scope="col">at least one of k passes</th>
            <th scope="col">all k pass</th>
            <th scope="col">over questions</th>
            <th scope="col">questions whose verdict changes</th>
          </tr>
        </thead>
        <tbody>
          {told.map(({ name, replicates, last }) => (
            <tr key={name}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              <td>{shareText(last.passAtK, last.passAtKInterval, `pass@${last.k}`)}</td>
              <td>{shareText(last.passPowerK, last.passPowerKInterval, `pass^${last.k}`)}</td>
              <td data-label="over questions">
                {last.questions} of {replicates.asked}
              </td>
              <td data-label="verdict changes in">
                {replicates.questions - replicates.stable} of {replicates.questions}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leftOut.length > 0 && (
        <details>
          <summary>Why questions are left out</summary>
          <ul className="asides">
            {leftOut.map((text) => (
              <li key={text}>
                <PlainText text={text} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type Interval = { readonly low: number; readonly high: number } | null;

function shareText(share: number, interval: Interval, name: string) {
  return (
    <>
      <b>{percentText(share)} %</b>{" "}
      <span className="soft">
        {interval !== null && `[${percentText(interval.low)}–${percentText(interval.high)} %] `}
        {name}
      </span>
    </>
  );
}
