import { PlainText } from "../parts/value.tsx";

const longest = 1500;

/** A text; of a long one its beginning, until it is opened. */
export function LongText({ text }: { readonly text: string }) {
  if (text.length <= longest)
    return (
      <pre>
        <PlainText text={text} />
      </pre>
    );
  return (
    <details className="long">
      <summary>
        <pre>
          <PlainText text={text.slice(0, 400).toWellFormed()} />
        </pre>
        <span className="soft">{text.length.toLocaleString("en-US")} characters</span>
      </summary>
      <pre>
        <PlainText text={text} />
      </pre>
    </details>
  );
}
