import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText, ScoreText } from "../parts/value.tsx";
import { Part } from "./part.tsx";

/** Each trait with its value, its kind and where it comes from; why traits have no value. */
export function Traits({ view: { traits } }: { readonly view: ResultDetail }) {
  if (traits === null) return null;
  return (
    <Part title="Traits">
      <table className="traits">
        <tbody>
          {traits.judged.map(({ name, value, label, type, provenance }) => (
            <tr key={`${type} ${name}`}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              <td>
                {label === null ? (
                  <ScoreText value={value} />
                ) : (
                  <>
                    <PlainText text={label} /> <span className="soft">({String(value)})</span>
                  </>
                )}
              </td>
              <td className="soft">{[type, provenance?.replace("_", " ")].filter(Boolean).join(", ")}</td>
            </tr>
          ))}
          {traits.failed.map(({ name, reason }) => (
            <Unjudged key={name} name={name} words="no value" reason={reason} />
          ))}
          {traits.skipped.map(({ name, reason }) => (
            <Unjudged key={name} name={name} words="did not apply" reason={reason} />
          ))}
        </tbody>
      </table>
      {traits.lists.map(({ trait, title, entries }) => (
        <div key={`${trait} ${title}`} className="trait-list">
          <h3>
            {title} for <PlainText text={trait} />
          </h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry}>
                <PlainText text={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Part>
  );
}

function Unjudged(props: { readonly name: string; readonly words: string; readonly reason: string }) {
  return (
    <tr>
      <th scope="row">
        <PlainText text={props.name} />
      </th>
      <td className="absent">{props.words}</td>
      <td className="soft">
        <PlainText text={props.reason} />
      </td>
    </tr>
  );
}
