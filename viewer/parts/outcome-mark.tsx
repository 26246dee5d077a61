import type { Outcome } from "../../src/result/index.ts";
import { outcomeLook } from "./outcomes.ts";

/** An outcome as a sign, filled where it is in pass rates, hollow where it is not; its words stand beside it. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const { counts, glyph } = outcomeLook(outcome);
  return (
    <svg className={`mark ${outcome} ${counts ? "filled" : "hollow"}`} viewBox="0 0 16 16" aria-hidden="true">
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.5" />
      <path d={glyph} />
    </svg>
  );
}

/** The sign alone, with its words for those who cannot see it. */
export function NamedMark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <>
      <OutcomeMark outcome={outcome} />
      <span className="visually-hidden">{outcomeLook(outcome).words}</span>
    </>
  );
}
