import type { SubjectView } from "../../src/report/index.ts";
import { countText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";

/** What agents and applications did with tools. Left out where nobody counted. */
export function AgentNotes({ subjects }: { readonly subjects: readonly SubjectView[] }) {
  const told = subjects.filter(({ numbers: { agents } }) => agents.answers + agents.turnLimits > 0);
  if (told.length === 0) return null;
  return (
    <table className="replicates">
      <thead>
        <tr>
          <th scope="col">Calls of tools</th>
          <th scope="col">answers</th>
          <th scope="col">tool calls</th>
          <th scope="col">seem to have failed</th>
          <th scope="col">stopped at the turn limit</th>
        </tr>
      </thead>
      <tbody>
        {told.map(({ name, numbers: { agents } }) => (
          <tr key={name}>
            <th scope="row">
              <PlainText text={name} />
            </th>
            <td data-label="answers">{countText(agents.answers)}</td>
            <td data-label="tool calls">{countText(agents.toolCalls)}</td>
            <td data-label="of them seem to have failed">{countText(agents.suspectFailedToolCalls)}</td>
            <td data-label="stopped at the turn limit">{countText(agents.turnLimits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
