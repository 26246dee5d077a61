import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";
import { itemClass } from "./item-class.ts";
import { MarkedText } from "./marked-text.tsx";
import { Part } from "./part.tsx";

/** The answer with the passages that were quoted, then what else was judged. */
export function Answers({ view }: { readonly view: ResultDetail }) {
  const { texts, evidence, unanswered, partialContent, noFinalMessage } = view;
  if (unanswered !== null)
    return (
      <Part title="Answer">
        <p className="absent">
          No answer: <PlainText text={unanswered} />
        </p>
        <PartialContent text={partialContent} />
      </Part>
    );
  return (
    <>
      {texts.map(({ role, title, text, marks }) => {
        const numbers = new Set(marks.map(({ item }) => item));
        const quoted = evidence.filter(({ number }) => numbers.has(number));
        return (
          <Part key={role} title={title}>
            <Legend words="Quoted for" items={quoted.filter((item) => item.role === "evidence")} />
            <Legend
              words="Not supported by the contexts:"
              items={quoted.filter((item) => item.role === "unsupported")}
            />
            {text.trim() === "" ? (
              <p className="absent">The answer is empty.</p>
            ) : (
              <MarkedText text={text} marks={marks} />
            )}
            {role === "answer" && noFinalMessage !== null && (
              <p className="note">
                No final message: <PlainText text={noFinalMessage} />
              </p>
            )}
          </Part>
        );
      })}
      <PartialContent text={partialContent} />
    </>
  );
}

/** Which number stands for which attribute or trait; nothing without any. */
function Legend({ words, items }: { readonly words: string; readonly items: ResultDetail["evidence"] }) {
  if (items.length === 0) return null;
  return (
    <p className="legend">
      {words}{" "}
      {items.map(({ number, role, name }) => (
        <span key={number} className={`legend-item ${itemClass(number, role)}`}>
          {number} <PlainText text={name} />
        </span>
      ))}
    </p>
  );
}

function PartialContent({ text }: { readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <Part title="What had arrived when it was cut off">
      <MarkedText text={text} marks={[]} />
    </Part>
  );
}
