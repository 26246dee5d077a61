import { Fragment } from "react";
import { percentText } from "../../src/base/number-text.ts";
import type { ReportSummary } from "../../src/report/index.ts";
import { countedText, countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";

type Judges = ReportSummary["judges"][number];

/** How far judges agree, and what hangs on it. Left out with one judge. */
export function JudgesSection({ judges }: { readonly judges: readonly Judges[] }) {
  const told = judges.filter(({ between, tooMany }) => between.length > 0 || tooMany !== null);
  if (told.length === 0) return null;
  return (
    <Section
      id="judges"
      title="Judges"
      about="What several judges said of the same answers. Krippendorff's α is agreement beyond chance; below 0.667 not even tentative conclusions should be drawn."
    >
      {told.map(({ run, judges: names, tooMany }) =>
        tooMany === null ? null : (
          <p key={run}>
            How far <PlainText text={names.join(", ")} /> agree
            {told.length > 1 && (
              <>
                {" "}
                in <PlainText text={run} />
              </>
            )}{" "}
            is not worked out for {countText(tooMany)} results.
          </p>
        ),
      )}
      {told
        .filter(({ between }) => between.length > 0)
        .map(({ run, judges: names, between, agreeing }) => (
          <Fragment key={run}>
            <table className="judges">
              <caption>
                <PlainText text={names.join(", ")} />
                {told.length > 1 && (
                  <span className="soft">
                    {" "}
                    in <PlainText text={run} />
                  </span>
                )}
              </caption>
              <thead>
                <tr>
                  <th scope="col">judged</th>
                  <th scope="col">agree</th>
                  <th scope="col">differ on</th>
                  <th scope="col">α</th>
                  <th scope="col">hangs on it</th>
                </tr>
              </thead>
              <tbody>
                {between.map(
                  ({
                    kind,
                    name,
                    rawAgreement,
                    differing,
                    answers,
                    krippendorffAlpha,
                    atStake,
                    doubtful,
                  }) => (
                    <tr key={`${kind} ${name}`}>
                      <th scope="row">
                        {kind === "verdict" ? "verdict" : <PlainText text={name} />}{" "}
                        {kind !== "verdict" && <span className="soft">{kind}</span>}
                      </th>
                      <td data-label="agree">
                        {rawAgreement.value === null ? "–" : `${percentText(rawAgreement.value)} %`}
                      </td>
                      <td data-label="differ on">
                        {countText(differing)} of {countedText(answers, "answer")}
                      </td>
                      <td data-label="α">
                        {krippendorffAlpha.value === null ? "–" : alphaText(krippendorffAlpha.value)}
                        {krippendorffAlpha.interval !== null && (
                          <span className="soft">
                            {" "}
                            [{alphaText(krippendorffAlpha.interval.low)} to{" "}
                            {alphaText(krippendorffAlpha.interval.high)}]
                          </span>
                        )}
                        {doubtful && <span className="bad"> doubtful</span>}
                      </td>
                      <td data-label="hangs on it">{atStake === 0 ? "" : countedText(atStake, "verdict")}</td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
            {agreeing.length > 0 && (
              <details>
                <summary>
                  Judged alike in every answer: {countText(agreeing.length)}{" "}
                  {agreeing.length === 1 ? "field or trait" : "fields and traits"}
                </summary>
                <p className="asides">
                  <PlainText text={agreeing.join(", ")} />
                </p>
              </details>
            )}
          </Fragment>
        ))}
    </Section>
  );
}

const alphaText = (alpha: number): string => alpha.toFixed(2).replace("-", "−");
