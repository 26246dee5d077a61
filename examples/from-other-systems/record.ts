// Writes the file the examples play back: judge.jsonl, by judging their answers once with a judge that gives the readings of
// recorded.ts. Run it when a prompt or a template has changed; the file goes into this folder, or into the one given:
//   npm run other-systems:record
import { join } from "node:path";
import { recordJudge } from "../../scripts/record-judge.ts";
import { allText } from "../../scripts/reply-server.ts";
import { recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const runs = ["lamp-shop", "school-physics", "returns"].map((name) => [
  ...[
    "judge",
    join(folder, `${name}.jsonl`),
    "--benchmark",
    join(folder, `${name}.yaml`),
    "--evaluation-mode",
    "template_and_rubric",
  ],
]);
await recordJudge(join(process.argv[2] ?? folder, "judge.jsonl"), runs, (asked) => {
  const prompt = allText(asked);
  const entry = recorded.find(({ answer }) => prompt.includes(answer));
  if (entry === undefined) throw new Error(`Nothing is recorded for: ${prompt.slice(0, 200)}`);
  const { fields, traits, claims } = entry;
  const replies: Record<string, unknown> = { trait_scores: { scores: traits }, claims: { claims } };
  return {
    prompt,
    content: JSON.stringify(replies[asked.response_format?.json_schema?.name ?? ""] ?? fields),
  };
});
