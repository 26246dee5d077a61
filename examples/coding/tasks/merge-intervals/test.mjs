import { mergeIntervals } from "./merge-intervals.mjs";

// name, intervals, expected
const cases = [
  ["none", "[]", "[]"],
  ["apart", "[[1,2],[4,5]]", "[[1,2],[4,5]]"],
  ["overlapping", "[[1,4],[3,6]]", "[[1,6]]"],
  ["side by side", "[[1,3],[4,6]]", "[[1,6]]"],
  ["one inside another", "[[1,9],[2,3]]", "[[1,9]]"],
  ["in any order", "[[8,9],[1,2],[3,5]]", "[[1,5],[8,9]]"],
];

let passed = 0;
for (const [name, intervals, expected] of cases) {
  const actual = JSON.stringify(mergeIntervals(JSON.parse(intervals)));
  if (actual === expected) {
    passed += 1;
    console.log(`ok    ${name}`);
  } else console.log(`FAIL  ${name}: expected ${expected}, got ${actual}`);
}
console.log(`${passed} of ${cases.length} tests passed`);
process.exitCode = passed === cases.length ? 0 : 1;
