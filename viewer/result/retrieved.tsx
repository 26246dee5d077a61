import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText, shortScore } from "../parts/value.tsx";
import { LongText } from "./long-text.tsx";
import { Part } from "./part.tsx";

/** What was looked up for the answer, in its order. */
export function Retrieved({ view: { retrieved } }: { readonly view: ResultDetail }) {
  if (retrieved === null) return null;
  return (
    <Part title="Retrieved contexts">
      {retrieved.length === 0 && <p className="absent">Nothing was found.</p>}
      {retrieved.map(({ text, source, id, score }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={at} className="message tool">
          <p className="role">
            {at + 1}{" "}
            <PlainText
              text={[
                ...(source === null ? [] : [source]),
                ...(id === null ? [] : [`id ${id}`]),
                ...(score === null ? [] : [`score ${shortScore(score)}`]),
              ].join(", ")}
            />
          </p>
          <LongText text={text} />
        </div>
      ))}
    </Part>
  );
}
