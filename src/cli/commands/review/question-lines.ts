import { oneLine } from "../../../base/index.ts";
import type { ReviewDraft, ReviewQuestion } from "../../../review/index.ts";
import type { FieldWords } from "../../../template/index.ts";
import { wrapText } from "../../report/wrap-lines.ts";

const labelWidth = 10;

/** Everything there is to see of a question, as lines of at most `width` columns. */
export function questionLines(question: ReviewQuestion, width: number): readonly string[] {
  const { answer, notes, reviewNote, template, code, traits, problems, doubts, draft } = question;
  const parts = [
    wrapText(question.question, width),
    [
      ...labelled("Expected", answer, width),
      ...labelled("Notes", notes ?? "", width),
      ...labelled("Noted", reviewNote ?? "", width),
    ],
    ...(template?.fields ?? []).map((field) => fieldLines(field, draft?.fieldReasons ?? [], width)),
    [
      ...(template?.patterns ?? []).flatMap((pattern) => labelled("Pattern", pattern, width)),
      ...labelled("Traits", traits.join(", "), width),
      ...(template === null ? [] : wrapText(template.passes, width)),
    ],
    ...(code === null
      ? []
      : [
          [
            `Its template is ${code.language}:`,
            ...cut(wrapText(code.text, width - 2), 30).map((line) => `  ${line}`),
          ],
        ]),
    [
      ...problems.flatMap((problem) => labelled("Wrong", problem, width)),
      ...doubts.flatMap((doubt) => labelled("Doubtful", doubt, width)),
    ],
    ...draftParts(question, width),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

/** A label with a text beside it; nothing for no text. */
function labelled(label: string, text: string, width: number): readonly string[] {
  if (text.trim() === "") return [];
  return wrapText(text, width - labelWidth).map((line, at) =>
    `${(at === 0 ? label : "").padEnd(labelWidth)}${line}`.trimEnd(),
  );
}

function fieldLines(
  { name, kind, asks, right, hint, weight }: FieldWords,
  reasons: ReviewDraft["fieldReasons"],
  width: number,
): readonly string[] {
  const { reason = "" } = reasons.find(({ field }) => field === name) ?? {};
  const below = [
    asks,
    ...(hint === undefined ? [] : [`Advice to the judge: ${hint}`]),
    ...(right.length === 0 ? ["Not checked."] : right),
    ...(weight === undefined ? [] : [`It counts ${weight} times in the granular score.`]),
    ...(reason === "" ? [] : [`Why: ${oneLine(reason)}`]),
  ];
  return [
    ...wrapText(`${name} (${kind})`, width),
    ...below.flatMap((text) => wrapText(text, width - 2).map((line) => `  ${line}`)),
  ];
}

function draftParts({ draft, hasTemplate }: ReviewQuestion, width: number): readonly (readonly string[])[] {
  if (!hasTemplate) return [wrapText("Edit it, or have `karenina draft` propose a template.", width)];
  if (draft === null) return [["Nobody drafted this template, and nothing was tried."]];
  const { by, judge, drafts, reason, isEdited, tries } = draft;
  const how = by === null ? "without a model" : `by ${by}${drafts > 1 ? `, draft ${drafts}` : ""}`;
  const why = [...labelled("Drafted", how, width), ...labelled("Why", reason, width)];
  if (tries.length === 0) return [why, ["Nothing was tried."]];
  const withdrawn = tries.filter((tried) => tried.withdrawn !== undefined).length;
  const wrong = tries.filter(({ isAsItShould }) => !isAsItShould).length;
  const head = [
    `Tried on ${tries.length - withdrawn} answers${judge === null ? "" : `, judged by ${judge}`}:`,
    wrong === 0 ? "each got the right verdict." : `${wrong} got a wrong verdict (!).`,
    ...(withdrawn === 0 ? [] : [`The model took ${withdrawn} back: see whether they are what it says.`]),
    ...(isEdited ? ["The template has been edited since: this says nothing about it any more."] : []),
  ];
  return [why, [...wrapText(head.join(" "), width), ...tries.flatMap((tried) => tryLines(tried, width))]];
}

const kindWidth = 11;
const verdictWidth = 12;
const verdicts = { pass: "passes", fail: "fails", none: "no verdict" } as const;
const mostLines = 4;

function tryLines(
  { kind, answer, verdict, why, withdrawn, isAsItShould }: ReviewDraft["tries"][number],
  width: number,
): readonly string[] {
  const said = withdrawn === undefined ? verdicts[verdict] : "taken back";
  const head = `${isAsItShould ? " " : "!"} ${kind.padEnd(kindWidth)}${said.padEnd(verdictWidth)}`;
  const because = withdrawn ?? why;
  const text = oneLine(because === undefined ? answer : `${answer} (${because})`);
  return cut(wrapText(text, Math.max(10, width - head.length)), mostLines).map(
    (line, at) => `${at === 0 ? head : " ".repeat(head.length)}${line}`,
  );
}

/** The first lines; where there are more, the last says so. */
function cut(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), "…"];
}
