// Writes the file the example plays back: judge.jsonl, by running the benchmark once with a judge that gives the readings of
// recorded.ts. Run it when a prompt or a template has changed; the file goes into this folder, or into the one given:
//   npm run application:record
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { lastUserText } from "../../scripts/reply-server.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const run = ["verify", join(folder, "benchmark.ts"), "--evaluation-mode", "template_and_rubric"];
await recordJudge(
  join(process.argv[2] ?? folder, "judge.jsonl"),
  [[...run, "--app", join(folder, "app.ts")]],
  (asked) => {
    const prompt = lastUserText(asked);
    const found = Object.entries(recorded).find(([question]) => prompt.includes(question));
    if (found === undefined) throw new Error(`Nothing is recorded for: ${prompt.slice(0, 200)}`);
    const { values, claims } = found[1];
    const isClaims = asked.response_format?.json_schema?.name === "claims";
    return { prompt, content: JSON.stringify(isClaims ? { claims } : values) };
  },
);
