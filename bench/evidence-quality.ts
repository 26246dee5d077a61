/**
 * Measures what is accepted as evidence at the default threshold: generated quotations in generated documents of ten
 * languages and of several kinds, by the rule that judging uses. The table of docs/evidence.md.
 *
 * Run: node bench/evidence-quality.ts [rounds] [seed]
 */
import { measureEvidence, type Tally } from "../src/evidence/testing/evidence-quality.ts";

const [rounds = 60, seed = 1] = process.argv.slice(2).map(Number);
const tallies = [...measureEvidence({ rounds, seed }).values()];

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)} %`;

function print(title: string, columns: readonly string[], groups: readonly string[]): void {
  const rows = tallies.filter(({ group }) => groups.includes(group));
  const cells = ({ name, count, accepted, inPlace }: Tally): readonly string[] =>
    [name, `${count}`, share(accepted, count), share(inPlace, count)].slice(0, columns.length);
  const sum = (of: (tally: Tally) => number) => rows.reduce((total, tally) => total + of(tally), 0);
  const all = { count: sum((tally) => tally.count), accepted: sum((tally) => tally.accepted) };
  const line = (parts: readonly string[]) => console.log(`| ${parts.join(" | ")} |`);
  console.log(`\n${title}\n`);
  line(columns);
  line(columns.map((_, at) => (at === 0 ? "---" : "--:")));
  for (const row of rows) line(cells(row));
  if (groups.length > 1 || rows.length > 10)
    line(
      [
        "**together**",
        `${all.count}`,
        share(all.accepted, all.count),
        share(
          sum((tally) => tally.inPlace),
          all.count,
        ),
      ].slice(0, columns.length),
    );
}

const found = ["quotations", "count", "accepted", "in the right place"];
print("What the text says, by how it is written down", found, ["genuine"]);
print("By language", found, ["language"]);
print("By kind of document", found, ["kind"]);
print("Changed numbers, units, signs, negations, identifiers", found.slice(0, 3), ["weighty"]);
print("Changed words", found.slice(0, 3), ["exchanged"]);
print("Put together, or of another text", found.slice(0, 3), ["made up"]);
