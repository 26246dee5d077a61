import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";
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
            {at + 1} <PlainText text={[source, id].filter((part) => part !== null).join(", ")} />
            {score !== null && ` ${Math.round(score * 1000) / 1000}`}
          </p>
          <LongText text={text} />
        </div>
      ))}
    </Part>
  );
}
