import { parseLine } from "./csv-line.mjs";

// name, line, expected
const cases = [
  ["plain fields", "a,b,c", '["a","b","c"]'],
  ["empty fields", "a,,", '["a","",""]'],
  ["comma in quotes", '"a,b",c', '["a,b","c"]'],
  ["empty quotes", '"",b', '["","b"]'],
  ["quotes written twice", '"say ""hi""",x', '["say \\"hi\\"","x"]'],
  ["comma after such a quote", '"she said ""yes, now""",x', '["she said \\"yes, now\\"","x"]'],
];

let passed = 0;
for (const [name, line, expected] of cases) {
  const actual = JSON.stringify(parseLine(line));
  if (actual === expected) {
    passed += 1;
    console.log(`ok    ${name}`);
  } else console.log(`FAIL  ${name}: expected ${expected}, got ${actual}`);
}
console.log(`${passed} of ${cases.length} tests passed`);
process.exitCode = passed === cases.length ? 0 : 1;
