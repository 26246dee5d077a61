import type { ResultDetail } from "../../src/report/index.ts";
import { NamedMark, OutcomeMark } from "../parts/outcome-mark.tsx";
import { PlainText, ValueText, visibleText } from "../parts/value.tsx";
import { Part } from "./part.tsx";

type Field = ResultDetail["fields"][number];

/** Each field: what was expected, what the judge read, and whether that passed. */
export function Fields({ view }: { readonly view: ResultDetail }) {
  const { fields, composition, fieldError, patterns } = view;
  if (fields.length === 0 && patterns.length === 0 && fieldError === null) return null;
  return (
    <Part title="Expected and extracted">
      {fields.length > 0 && (
        <table className="fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Expected</th>
              <th scope="col">Extracted</th>
              <th scope="col">Check</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">
                  <PlainText text={field.name} />
                </th>
                <td data-label="expected">
                  {field.expected === undefined ? "" : <ValueText value={field.expected} />}
                </td>
                <td data-label="extracted">
                  <Extracted field={field} />
                </td>
                <td data-label="check">
                  <Check field={field} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {composition !== null && (
        <p className="note">
          Composed by <PlainText text={composition} />.
        </p>
      )}
      {fieldError !== null && (
        <p className="trouble">
          <PlainText text={fieldError} />
        </p>
      )}
      {patterns.length > 0 && <Patterns patterns={patterns} />}
    </Part>
  );
}

function Extracted({ field }: { readonly field: Field }) {
  if (field.inTrace) return <span className="absent">seen in the trace</span>;
  return "extracted" in field ? <ValueText value={field.extracted} /> : "";
}

function Check({ field: { passed, score } }: { readonly field: Field }) {
  if (passed === undefined) return null;
  const isPartial = score !== undefined && score > 0 && score < 1;
  return (
    <span className="check">
      <OutcomeMark outcome={passed === true ? "pass" : passed === false ? "wrong" : "no_answer"} />
      {passed === null ? "no value" : passed ? "pass" : "fail"}
      {isPartial && <span className="soft"> {score.toFixed(2)}</span>}
    </span>
  );
}

function Patterns({ patterns }: Pick<ResultDetail, "patterns">) {
  return (
    <ul className="patterns">
      {patterns.map(({ name, passed, pattern, expected, found, reason }) => (
        <li key={name}>
          <NamedMark outcome={passed ? "pass" : "wrong"} /> <PlainText text={name} />{" "}
          {pattern !== undefined && <code>{visibleText(pattern)}</code>}{" "}
          <span className="soft">
            {expected !== undefined && (
              <>
                expected <ValueText value={expected} />,{" "}
              </>
            )}
            {found !== undefined && (
              <>
                found <ValueText value={[...found]} />
              </>
            )}
            {reason !== undefined && <PlainText text={`. ${reason}`} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
