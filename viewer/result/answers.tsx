import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";
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
            {quoted.length > 0 && (
              <p className="legend">
                Quoted for{" "}
                {quoted.map(({ number, name }) => (
                  <span key={number} className={`legend-item item-${(number - 1) % 6}`}>
                    {number} <PlainText text={name} />
                  </span>
                ))}
              </p>
            )}
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

function PartialContent({ text }: { readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <Part title="What had arrived when it was cut off">
      <MarkedText text={text} marks={[]} />
    </Part>
  );
}
