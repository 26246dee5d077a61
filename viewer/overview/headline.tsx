import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import { countedText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";
import { countedFacts } from "./counted-facts.ts";

/** What was run, when, on what, judged by whom. */
export function Headline({
  summary,
  index,
}: {
  readonly summary: ReportSummary;
  readonly index: ReportIndex;
}) {
  const { title, runs, subjects } = summary;
  const models = new Set(subjects.map(({ model }) => model)).size;
  const prompts = new Set(subjects.flatMap(({ prompt }) => prompt ?? [])).size;
  const judges = [...new Set(subjects.map(({ parsing }) => parsing))];
  const replicates = new Set(index.results.replicate.filter((replicate) => replicate !== null)).size;
  const [what, came] = countedFacts(index);
  const facts = [
    ...what,
    `${countedText(models, "model")}${prompts > 1 ? ` with ${prompts} prompts` : ""}`,
    ...(replicates > 1 ? [`${replicates} replicates`] : []),
    ...came,
  ];
  return (
    <div className="headline">
      <h1>
        <PlainText text={title} />
      </h1>
      <p className="facts">{facts.join(" · ")}</p>
      <dl className="about-run">
        <div>
          <dt>{judges.length === 1 ? "Judge" : "Judges"}</dt>
          <dd>
            <PlainText text={judges.join(", ")} />
          </dd>
        </div>
        {runs.map(({ name, startedAt, results, unfinished }) => (
          <div key={name}>
            <dt>Run</dt>
            <dd>
              <PlainText text={name} />
              <span className="soft">
                {startedAt === null ? "" : `, ${dateText(startedAt)}`}
                {runs.length > 1 ? `, ${countedText(results, "result")}` : ""}
              </span>
              {unfinished !== null && <strong>: {unfinished}</strong>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function dateText(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })}, ${iso.slice(11, 16)} UTC`;
}
