import type { Mark } from "../../src/report/index.ts";
import { visibleText } from "../parts/value.tsx";
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
              className={`item-${((over.at(-1)?.item ?? 1) - 1) % 6} ${over.length > 1 ? "overlaps" : ""}`}
              data-tags={over.map(({ tag }) => tag).join(" ")}
            >
              {visible.slice(start, end)}
            </mark>
          )}
          {ending.map(({ tag, item }) => (
            <button
              key={tag}
              type="button"
              className={`tag item-${(item - 1) % 6}`}
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
