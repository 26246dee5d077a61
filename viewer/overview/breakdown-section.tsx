import { useState } from "react";
import type { SubjectView } from "../../src/report/index.ts";
import { countText, intervalText, rateText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";
import { shownGroups } from "./shown-groups.ts";
import { Whisker } from "./whisker.tsx";

const mostGroups = 12;

/** Pass rates by keyword, length and what else results are put together by. Left out where there are no groups to compare. */
export function BreakdownSection({ subjects }: { readonly subjects: readonly SubjectView[] }) {
  const kinds = [...new Set(subjects.flatMap(({ numbers }) => numbers.breakdowns.map(({ by }) => by)))];
  const told = kinds
    .map((by) => ({ by, groups: shownGroups(subjects, by) }))
    .filter(({ groups }) => groups.length > 1);
  if (told.length === 0) return null;
  return (
    <Section
      id="groups"
      title="Groups of questions"
      about="Pass rates of the questions with a keyword, and of other groups; a question may be in several."
    >
      {told.map(({ by, groups }) => (
        <Groups key={by} by={by} groups={groups} subjects={subjects} />
      ))}
    </Section>
  );
}

function Groups({
  by,
  groups,
  subjects,
}: {
  readonly by: string;
  readonly groups: readonly string[];
  readonly subjects: readonly SubjectView[];
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? groups : groups.slice(0, mostGroups);
  return (
    <div className="groups">
      <h3>
        By <PlainText text={by.replace(/^(?:property|adele):/, "")} />
      </h3>
      {shown.map((group) => (
        <div className="group" key={group}>
          <h4>
            {by === "keyword" ? (
              <a href={placeAddress({ filters: { ...noFilters, keyword: group } })}>
                <PlainText text={group} />
              </a>
            ) : (
              <PlainText text={group} />
            )}
          </h4>
          <div>
            {subjects.map(({ name, numbers }) => {
              const found = numbers.breakdowns
                .find((one) => one.by === by)
                ?.groups.find((one) => one.group === group);
              return (
                found && (
                  <div className="group-line" key={name}>
                    <span className="trait-model">
                      <PlainText text={subjects.length > 1 ? name : ""} />
                    </span>
                    <Whisker share={found.passRate.rate} interval={found.passRate.interval} tone="of-trait" />
                    <span>
                      <b>{rateText(found.passRate)}</b>{" "}
                      <span className="soft">
                        {found.passRate.interval !== null && `[${intervalText(found.passRate)}] `}
                        {countText(found.passRate.passed)} of {countText(found.passRate.of)}
                      </span>
                    </span>
                  </div>
                )
              );
            })}
          </div>
        </div>
      ))}
      {groups.length > mostGroups && (
        <button type="button" className="plain-button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${groups.length}`}
        </button>
      )}
    </div>
  );
}
