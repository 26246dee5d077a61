import { formatCount } from "../../src/base/number-text.ts";
import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";
import { Part } from "./part.tsx";

/** The files that an agent left, where they were captured and given to the report. */
export function Files({ view: { files } }: { readonly view: ResultDetail }) {
  if (files.length === 0) return null;
  return (
    <Part title="Files the agent left">
      {files.map(({ path, bytes, text, isCut }) =>
        text === null ? (
          <p key={path} className="file-name">
            <PlainText text={path} /> <span className="soft">{formatCount(bytes)} bytes, not shown</span>
          </p>
        ) : (
          <details key={path}>
            <summary>
              <PlainText text={path} /> <span className="soft">{formatCount(bytes)} bytes</span>
            </summary>
            <pre className="file">
              <PlainText text={text} />
              {isCut && <span className="soft">{"\n"}… cut here</span>}
            </pre>
          </details>
        ),
      )}
    </Part>
  );
}
