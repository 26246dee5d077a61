import type { Mark } from "../../src/report/index.ts";
import { visibleText } from "../parts/value.tsx";
import { itemClass } from "./item-class.ts";
import { markedSegments } from "./marked-segments.ts";
import { showEvidence } from "./show-evidence.ts";

/** A text with the passages that were quoted; the sign after a passage leads to what was made of it. */
export function MarkedText({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  const visible = visibleText(text);
  return (
    <div className="answer-text" dir="auto">
      {markedSegments(visible, marks).map(({ start, end, over, ending }) => (
        <span key={start}>
          {over.length === 0 ? (
            visible.slice(start, end)
          ) : (
            <mark
              className={`${markClass(over.at(-1))} ${over.length > 1 ? "overlaps" : ""}`}
              data-tags={over.map(({ tag }) => tag).join(" ")}
            >
              {visible.slice(start, end)}
            </mark>
          )}
          {ending.map(({ tag, ...mark }) => (
            <button
              key={tag}
              type="button"
              className={`tag ${markClass(mark)}`}
              aria-label={`Evidence ${tag}`}
              data-tag={tag}
              onClick={() => showEvidence(tag)}
            />
          ))}
        </span>
      ))}
    </div>
  );
}

const markClass = (mark: Pick<Mark, "item" | "isUnsupported"> | undefined): string =>
  itemClass(mark?.item ?? 1, mark?.isUnsupported ? "unsupported" : "evidence");
