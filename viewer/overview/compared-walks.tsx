import type { ReportSummary } from "../../src/report/index.ts";
import { countText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";

type Pair = NonNullable<ReportSummary["comparison"]>["pairs"][number];
type Walks = NonNullable<Pair["walks"]>;

/** The walks of two sides: whether one succeeds more, in numbers, and the scenarios that broke or were mended. */
export function ComparedWalks({
  walks: { rows, about, cautions, broken, mended },
  a,
  b,
}: {
  readonly walks: Walks;
  readonly a: string;
  readonly b: string;
}) {
  return (
    <div className="compared-more">
      {cautions.map((caution) => (
        <p className="bad" key={caution}>
          <PlainText text={caution} />
        </p>
      ))}
      {about.map((text) => (
        <p key={text}>
          <PlainText text={text} />
        </p>
      ))}
      {rows.length > 0 && (
        <div className="scroll-x">
          <table className="measures">
            <thead>
              <tr>
                <th scope="col">walks</th>
                <th scope="col">
                  <PlainText text={a} />
                </th>
                <th scope="col">
                  <PlainText text={b} />
                </th>
                <th scope="col">difference</th>
                <th scope="col">p</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.label}>
                  <th scope="row">
                    <PlainText text={row.label} />
                  </th>
                  <td data-label={a}>{row.a}</td>
                  <td data-label={b}>{row.b}</td>
                  <td data-label="difference">
                    {row.difference} {row.interval}
                  </td>
                  <td>{row.p === "" ? "" : `p ${row.p.startsWith("<") ? row.p : `= ${row.p}`}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Changed title="Broken" changed={broken} a={a} b={b} />
      <Changed title="Mended" changed={mended} a={a} b={b} />
    </div>
  );
}

function Changed({
  title,
  changed: { count, counted, scenarios },
  a,
  b,
}: {
  readonly title: string;
  readonly changed: Walks["broken"];
  readonly a: string;
  readonly b: string;
}) {
  if (count === 0) return null;
  return (
    <details>
      <summary>
        {title}: {counted}
      </summary>
      <ul className="changed">
        {scenarios.map((one) => (
          <li key={one.name}>
            <b>
              <PlainText text={one.name} />
            </b>{" "}
            <span className="soft">
              <PlainText text={`${a}: ${one.a}. ${b}: ${one.b}`} />
            </span>
          </li>
        ))}
        {count > scenarios.length && <li className="soft">and {countText(count - scenarios.length)} more</li>}
      </ul>
    </details>
  );
}
