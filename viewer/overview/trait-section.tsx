import { percentText } from "../../src/base/number-text.ts";
import type { SubjectView } from "../../src/report/index.ts";
import { intervalText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";
import { Whisker } from "./whisker.tsx";

type Trait = SubjectView["numbers"]["traits"][number];
type Values = Trait["values"][number];
type Shown<Kind extends Values["kind"]> = Extract<Values, { readonly kind: Kind }>;

/** How the traits of rubrics were judged. Left out without any. */
export function TraitSection({ subjects }: { readonly subjects: readonly SubjectView[] }) {
  const names = [...new Set(subjects.flatMap(({ numbers }) => numbers.traits.map(({ trait }) => trait)))];
  if (names.length === 0) return null;
  return (
    <Section
      id="traits"
      title={subjects.every(({ isOfTurns }) => isOfTurns) ? "Traits of turns" : "Traits"}
      about="Qualities beside correctness. n is how many results have a value; results without one are said apart."
    >
      {names.map((name) => (
        <div className="trait" key={name}>
          <h3>
            <a href={placeAddress({ filters: { ...noFilters, trait: name } })}>
              <PlainText text={name} />
            </a>
          </h3>
          <div>
            {subjects.map(({ name: model, numbers }) => {
              const trait = numbers.traits.find((one) => one.trait === name);
              return (
                trait && (
                  <SubjectTrait
                    key={model}
                    model={subjects.length > 1 ? model : ""}
                    trait={trait}
                    all={valuesOf(subjects, name)}
                  />
                )
              );
            })}
          </div>
        </div>
      ))}
    </Section>
  );
}

const valuesOf = (subjects: readonly SubjectView[], name: string): readonly Values[] =>
  subjects.flatMap(({ numbers }) =>
    numbers.traits.filter(({ trait }) => trait === name).flatMap(({ values }) => values),
  );

/** `all`: what every model has of the trait, so that lines of models have the same scale and colours. */
function SubjectTrait({
  model,
  trait,
  all,
}: {
  readonly model: string;
  readonly trait: Trait;
  readonly all: readonly Values[];
}) {
  const missing = [
    ...(trait.failed > 0 ? [`${trait.failed} without a value`] : []),
    ...(trait.skipped > 0 ? [`${trait.skipped} it did not apply to`] : []),
  ];
  return (
    <div className="trait-lines">
      {trait.values.map((values) => (
        <div className="trait-line" key={`${values.field} ${values.kind}`}>
          <span className="trait-model">
            <PlainText text={[model, values.field ?? ""].filter(Boolean).join(" · ")} />
          </span>
          <TraitValues values={values} all={all.filter(({ field }) => field === values.field)} />
          <span className="trait-n">n {values.n}</span>
        </div>
      ))}
      {missing.length > 0 && (
        <p className="note">
          {model === "" ? "" : `${model}: `}
          {missing.join("; ")}
        </p>
      )}
    </div>
  );
}

function TraitValues({ values, all }: { readonly values: Values; readonly all: readonly Values[] }) {
  if (values.kind === "boolean") return <Share values={values} />;
  if (values.kind === "score")
    return <Score values={values} all={all.filter((one) => one.kind === "score")} />;
  if (values.kind === "literal")
    return <Classes values={values} all={all.filter((one) => one.kind === "literal")} />;
  if (values.kind === "metric")
    return (
      <span className="trait-text">
        {values.metrics
          .map(({ metric, mean, interval }) => `${metric} ${mean.toFixed(2)} ${endsText(interval)}`.trim())
          .join(" · ")}
      </span>
    );
  return <span className="trait-text">lists or objects, see the results</span>;
}

function Share({ values: { rate, interval, true: yes, n } }: { readonly values: Shown<"boolean"> }) {
  return (
    <>
      <Whisker share={rate} interval={interval} tone="of-trait" />
      <span className="trait-number">
        <b>{percentText(rate)} %</b> true, {yes} of {n}{" "}
        <span className="soft">[{intervalText({ interval })}]</span>
      </span>
    </>
  );
}

interface Of<Kind extends Values["kind"]> {
  readonly values: Shown<Kind>;
  /** Those of every model. */
  readonly all: readonly Shown<Kind>[];
}

/** `[2.58–3.53]`; empty without an interval. */
const endsText = (interval: Shown<"score">["interval"]) =>
  interval === null ? "" : `[${interval.low.toFixed(2)}–${interval.high.toFixed(2)}]`;

function Score({ values: { mean, interval, min, max, lowest, highest }, all }: Of<"score">) {
  const low = Math.min(...all.map((one) => one.min ?? one.lowest));
  const high = Math.max(...all.map((one) => one.max ?? one.highest));
  const onScale = (value: number) =>
    high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
  const whisker = interval && { low: onScale(interval.low), high: onScale(interval.high) };
  return (
    <>
      <Whisker share={onScale(mean)} interval={whisker} tone="of-trait" />
      <span className="trait-number">
        mean <b>{mean.toFixed(2)}</b>{" "}
        <span className="soft">
          {interval !== null && `${endsText(interval)} `}
          {min !== null && max !== null ? `scale ${min}–${max}` : `from ${lowest} to ${highest}`}
        </span>
      </span>
    </>
  );
}

/** So many classes have a colour of their own. */
const colours = 6;

function Classes({ values: { counts, others, n }, all }: Of<"literal">) {
  const labels = [...new Set(all.flatMap((one) => one.counts.map(({ label }) => label)))];
  const found = labels.flatMap((label, at) => {
    const count = counts.find((one) => one.label === label)?.count ?? 0;
    return count === 0 ? [] : [{ label, count, colour: `class-${at % colours}` }];
  });
  return (
    <>
      <span className="classes" aria-hidden="true">
        {found.map(({ label, count, colour }) => (
          <span key={label} className={colour} style={{ flexGrow: count }} />
        ))}
        {others > 0 && <span style={{ flexGrow: others }} />}
      </span>
      <span className="trait-number">
        {found.map(({ label, count, colour }) => (
          <span className="class-count" key={label}>
            <span className={`class-key ${colour}`} /> <PlainText text={label} /> <b>{count}</b>
          </span>
        ))}
        {others > 0 && <span className="class-count">others {others}</span>}
        <span className="soft">of {n}</span>
      </span>
    </>
  );
}
