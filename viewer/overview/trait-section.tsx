import { percentText } from "../../src/cli/report/format.ts";
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
      title="Traits"
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
                trait && <SubjectTrait key={model} model={subjects.length > 1 ? model : ""} trait={trait} />
              );
            })}
          </div>
        </div>
      ))}
    </Section>
  );
}

function SubjectTrait({ model, trait }: { readonly model: string; readonly trait: Trait }) {
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
          <TraitValues values={values} />
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

function TraitValues({ values }: { readonly values: Values }) {
  if (values.kind === "boolean") return <Share values={values} />;
  if (values.kind === "score") return <Score values={values} />;
  if (values.kind === "literal") return <Classes values={values} />;
  if (values.kind === "metric")
    return (
      <span className="trait-text">
        {values.metrics.map(({ metric, mean }) => `${metric} ${mean.toFixed(2)}`).join(" · ")}
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

function Score({ values: { mean, min, max, lowest, highest } }: { readonly values: Shown<"score"> }) {
  const [low, high] = [min ?? Math.min(0, lowest), max ?? highest];
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return (
    <>
      <Whisker share={share(mean)} interval={null} tone="of-trait" />
      <span className="trait-number">
        mean <b>{mean.toFixed(2)}</b>{" "}
        <span className="soft">
          {min !== null && max !== null ? `scale ${min}–${max}` : `from ${lowest} to ${highest}`}
        </span>
      </span>
    </>
  );
}

function Classes({ values: { counts, others, n } }: { readonly values: Shown<"literal"> }) {
  return (
    <>
      <span className="classes" aria-hidden="true">
        {counts.map(({ label, count }) => (
          <span key={label} style={{ flexGrow: count }} />
        ))}
        {others > 0 && <span style={{ flexGrow: others }} />}
      </span>
      <span className="trait-number">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ label, count }) => (
            <span className="class-count" key={label}>
              <PlainText text={label} /> <b>{count}</b>
            </span>
          ))}
        {others > 0 && <span className="class-count">others {others}</span>}
        <span className="soft">of {n}</span>
      </span>
    </>
  );
}
