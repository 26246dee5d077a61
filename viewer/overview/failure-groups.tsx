import type { ReactNode } from "react";
import { countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";

/** One kind of failures, with its reasons. */
export interface FailureGroup {
  readonly name: string;
  /** What stands before the name. */
  readonly marks?: ReactNode;
  readonly count: number;
  /** Where all of them are listed. */
  readonly address?: string;
  readonly reasons: readonly {
    readonly key: string;
    readonly reason: string;
    readonly count: number;
    readonly models: readonly { readonly model: string; readonly count: number }[];
    /** What else is said of it. */
    readonly also?: string;
    /** The first one: what stands for it, in whole, and where it is. */
    readonly example: string;
    readonly address: string;
  }[];
}

/** So many different reasons of a kind are shown. */
const mostReasons = 6;

/** Kinds of failures with how often, and each reason once. Left out without any. */
export function FailureGroups({
  id,
  title,
  groups,
}: {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly FailureGroup[];
}) {
  if (groups.length === 0) return null;
  const most = Math.max(...groups.map(({ count }) => count));
  return (
    <Section
      id={id}
      title={title}
      about="By category, most frequent first; each reason once, with how often."
    >
      {groups.map(({ name, marks, count, address, reasons }) => (
        <div className="failure" key={name}>
          <h3>
            {marks}
            {name}
          </h3>
          <div className="failure-count">
            <span className="bar" style={{ width: `${(count / most) * 100}%` }} />
            {address === undefined ? (
              <span>{countText(count)}</span>
            ) : (
              <a href={address}>{countText(count)}</a>
            )}
          </div>
          <Reasons count={count} reasons={reasons} />
        </div>
      ))}
    </Section>
  );
}

/** Of an example the beginning says which one it is. */
const longestExample = 160;

const beginningOf = (text: string): string =>
  text.length <= longestExample ? text : `${text.slice(0, longestExample).toWellFormed().trimEnd()}…`;

function Reasons({ count, reasons }: Pick<FailureGroup, "count" | "reasons">) {
  const shown = reasons.slice(0, mostReasons);
  const rest = count - shown.reduce((sum, reason) => sum + reason.count, 0);
  return (
    <ul className="reasons">
      {shown.map(({ key, reason, count: often, models, also, example, address }) => (
        <li key={key}>
          {often > 1 && <b>{countText(often)} × </b>}
          <PlainText text={reason} />{" "}
          <span className="soft">
            {models.length > 1 &&
              `${models.map(({ model, count: times }) => `${visibleText(model)} ${times}`).join(", ")} · `}
            {also !== undefined && `${also} · `}
            {often > 1 && "first "}
            <a href={address} title={visibleText(example)}>
              <PlainText text={beginningOf(example)} />
            </a>
          </span>
        </li>
      ))}
      {rest > 0 && <li className="soft">and {countText(rest)} for other reasons</li>}
    </ul>
  );
}
