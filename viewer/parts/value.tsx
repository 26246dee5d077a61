import type { ResultDetail } from "../../src/report/index.ts";

type Value = ResultDetail["extensions"][string];

/** A text from a model or a file: only ever text, in its own direction, with characters that hide or turn the text made visible. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <span className="plain" dir="auto">
      {visibleText(text)}
    </span>
  );
}

/** A value of a field, a trait or a fact. */
export function ValueText({ value }: { readonly value: Value | undefined }) {
  if (value === undefined || value === null) return <span className="absent">not stated</span>;
  if (typeof value === "string") return <PlainText text={value} />;
  if (typeof value === "number") return <>{String(Number(value.toPrecision(12)))}</>;
  if (typeof value === "boolean") return <>{String(value)}</>;
  return <code className="json">{visibleText(JSON.stringify(value))}</code>;
}

/** The value of a trait: numbers as people say them, exact where one points at them; metrics by name. */
export function ScoreText({ value }: { readonly value: Value | undefined }) {
  if (typeof value === "number") {
    const short = shortScore(value);
    return short === String(value) ? <>{short}</> : <span title={String(value)}>{short}</span>;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return <ValueText value={value} />;
  const metrics = Object.entries(value);
  if (metrics.some(([, score]) => typeof score !== "number")) return <ValueText value={value} />;
  return metrics.map(([metric, score], at) => (
    <span key={metric}>
      {at > 0 && ", "}
      <PlainText text={metric} /> <ScoreText value={score} />
    </span>
  ));
}

/** Two decimals, none that say nothing; two digits of what is smaller, so that it is not taken for zero. */
export const shortScore = (value: number): string =>
  String(Number(Math.abs(value) < 0.1 ? value.toPrecision(2) : value.toFixed(2)));

const hidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text with its control characters and those that turn the direction of writing made visible. Each is replaced by one
 * character: places in the text stay what they were. Line ends and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === "\n" || character === "\t" || character === "\r") return character;
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}
