// Writes what the help desk of a railway has answered in a month: 1,000 lines of JSONL, no two alike, the same each time.
//   node examples/logs/make-log.ts chat.jsonl
import { writeFileSync } from "node:fs";

const towns = ["Bern", "Graz", "Lyon", "Porto", "Turin", "Ghent", "Malmo", "Gdansk", "Brno", "Cork"];
const openings = ["Thank you for asking.", "Happy to help.", "Good question.", "I have looked this up."];
const subjects = [
  { ask: "Was train NUMBER to TOWN late?", say: "Train NUMBER to TOWN was 12 minutes late" },
  { ask: "May I take a bicycle on train NUMBER to TOWN?", say: "Train NUMBER to TOWN has room for bicycles" },
  { ask: "Which car of train NUMBER to TOWN is quiet?", say: "Car 7 of train NUMBER to TOWN is quiet" },
  { ask: "Can I change ticket NUMBER to TOWN?", say: "Ticket NUMBER to TOWN can be changed until departure" },
] as const;

/** Asked again and again: these are the questions of benchmark.ts. */
const refunds = [
  { late: "half an hour", share: 0 },
  { late: "one hour", share: 25 },
  { late: "two hours", share: 50 },
] as const;

// whole numbers below `count` that look random and are the same everywhere
let state = 2026;
const draw = (count: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
};
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T; // the place is in the list

const lines = Array.from({ length: 1000 }, (_, at) => {
  const number = 1000 + at;
  const refund = at % 40 === 7 ? pick(refunds) : undefined;
  const subject = pick(subjects);
  const town = pick(towns);
  const filled = (text: string) => text.replaceAll("NUMBER", String(number)).replaceAll("TOWN", town);
  // one answer in six has an older share, one in twenty no source, one in fifty an address that is nobody's business
  const share = refund === undefined ? 0 : draw(6) === 0 ? refund.share + 10 : refund.share;
  const said =
    refund === undefined ? filled(subject.say) : `With ticket ${number} you get ${share} % of the fare back`;
  const source = draw(20) === 0 ? "" : ` [${1 + draw(9)}]`;
  const leak = draw(50) === 0 ? ` Your address is guest${number}@mail.example.` : "";
  return {
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, at * 44)).toISOString(),
    tags: [town],
    model: at < 500 ? "helpdesk-1" : "helpdesk-2",
    question:
      refund === undefined ? filled(subject.ask) : `What do I get back when I arrive ${refund.late} late?`,
    answer: `${pick(openings)} ${said}${source}.${leak}`,
  };
});

writeFileSync(process.argv[2] ?? "chat.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
