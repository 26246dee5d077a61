import type { ResultDetail } from "../../src/report/index.ts";
import { OuterLink } from "../parts/outer-link.tsx";
import { PlainText, ScoreText, ValueText, visibleText } from "../parts/value.tsx";
import { itemClass } from "./item-class.ts";
import { Part } from "./part.tsx";
import { excerptElement, showPassage } from "./show-evidence.ts";

type Item = ResultDetail["evidence"][number];
type Excerpt = Item["excerpts"][number];
type Rejected = Item["rejected"][number];

/** What stands behind each value: quotations, what was rejected, the judge's reasoning. */
export function Evidence({ view }: { readonly view: ResultDetail }) {
  if (view.evidence.length === 0) return null;
  return (
    <Part title="Evidence">
      {view.evidence.map((item) => (
        <section key={item.number} className="evidence" aria-label={`Evidence for ${visibleText(item.name)}`}>
          <h3>
            <span className={`number ${itemClass(item.number, item.role)}`}>{item.number}</span>{" "}
            <PlainText text={item.name} />
            {item.kind === "trait" && <span className="soft"> trait</span>}
            {"value" in item && (
              <span className="evidence-value">
                {item.kind === "attribute" ? (
                  <ValueText value={item.value} />
                ) : (
                  <ScoreText value={item.value} />
                )}
              </span>
            )}
          </h3>
          {item.excerpts.map((excerpt) => (
            <ExcerptBlock key={excerpt.tag} excerpt={excerpt} colour={itemClass(item.number, item.role)} />
          ))}
          {item.explanations.map((text) => (
            <p key={text}>
              <span className="soft">Nothing quoted: </span>
              <PlainText text={text} />
            </p>
          ))}
          {item.lacksExcerpts && <p className="bad">No valid excerpt was found in the answer.</p>}
          {item.risk !== null && <Risk level={item.risk} justification={null} />}
          {item.notes.map((note) => (
            <p key={note} className="soft">
              <PlainText text={note} />
            </p>
          ))}
          {item.reasoning !== null && (
            <p className="reasoning">
              <span className="soft">Reasoning: </span>
              <PlainText text={item.reasoning} />
            </p>
          )}
          {item.rejected.length > 0 && <RejectedList rejected={item.rejected} />}
        </section>
      ))}
    </Part>
  );
}

function ExcerptBlock({ excerpt, colour }: { readonly excerpt: Excerpt; readonly colour: string }) {
  const facts = [
    ...(excerpt.confidence ? [`confidence ${excerpt.confidence}`] : []),
    ...(excerpt.similarity === null ? [] : [similarityText(excerpt.similarity)]),
    ...(excerpt.source ? [sources[excerpt.source]] : []),
  ];
  return (
    <blockquote className={`excerpt ${colour}`} id={excerptElement(excerpt.tag)} tabIndex={-1}>
      <p>
        <PlainText text={excerpt.text} />
      </p>
      <p className="excerpt-facts">
        {excerpt.found ? (
          <button type="button" className="plain-button" onClick={() => showPassage(excerpt.tag)}>
            {excerpt.tag} in the answer
          </button>
        ) : (
          <span className="bad">{excerpt.tag} not found in the answer</span>
        )}
        <span>{facts.join(", ")}</span>
      </p>
      {excerpt.explanation && <PlainText text={excerpt.explanation} />}
      {excerpt.risk !== null && <Risk level={excerpt.risk} justification={excerpt.justification} />}
      <Search found={excerpt.search} />
    </blockquote>
  );
}

/** A likeness that is not whole is never shown as 1.00. */
function similarityText(similarity: number): string {
  return similarity >= 1 ? "verbatim" : `similarity ${Math.min(similarity, 0.99).toFixed(2)}`;
}

const sources: { readonly [source in NonNullable<Excerpt["source"]>]: string } = {
  message: "in the model's own words",
  thinking: "in its thinking",
  tool_call: "in a call of a tool",
  tool_output: "in what a tool gave back",
  mixed: "in several parts of the trace",
};

function Risk({ level, justification }: { readonly level: string; readonly justification: string | null }) {
  return (
    <p className={`risk ${level === "none" || level === "low" ? "" : "bad"}`}>
      Hallucination risk <PlainText text={level} />
      {justification && (
        <span className="soft">
          : <PlainText text={justification} />
        </span>
      )}
    </p>
  );
}

function Search({ found }: { readonly found: Excerpt["search"] }) {
  if (found === null || found === undefined) return null;
  if (typeof found === "string")
    return (
      <p className="soft">
        Search: <PlainText text={found} />
      </p>
    );
  if (found.length === 0) return <p className="soft">Search: nothing was found</p>;
  return (
    <ul className="search-results">
      {found.map(({ title, url, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={at}>
          <OuterLink address={url ?? ""} words={title || url || "a page without title"} />
          {content && (
            <p className="soft">
              <PlainText text={content} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function RejectedList({ rejected }: { readonly rejected: readonly Rejected[] }) {
  return (
    <details>
      <summary>
        {rejected.length} rejected {rejected.length === 1 ? "quotation" : "quotations"}
      </summary>
      {rejected.map((excerpt, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <blockquote key={at} className="excerpt rejected">
          <p>
            <PlainText text={excerpt.text} />
          </p>
          <p className="excerpt-facts">
            <PlainText text={[rejectionText(excerpt), ...excerpt.differences].join("; ")} />
            {excerpt.attempt !== null && ` (attempt ${excerpt.attempt})`}
          </p>
          {excerpt.nearest !== null && (
            <p className="soft">
              Nearest: <PlainText text={excerpt.nearest} />
            </p>
          )}
        </blockquote>
      ))}
    </details>
  );
}

function rejectionText({ reason, similarity, threshold, source }: Rejected): string {
  if (reason === "says_nothing") return "it holds no whole word";
  if (reason === "other_source") return source ? `it stands ${sources[source]}` : "it stands elsewhere";
  const alike = similarity === null ? "not in the answer" : similarityText(similarity);
  if (reason === "altered") return `${alike}, but it says something else`;
  return threshold === null ? alike : `${alike} of ${threshold.toFixed(2)} needed`;
}
