import { slugify } from "./slugify.mjs";

// name, title, expected
const cases = [
  ["punctuation", "Hello, World!", "hello-world"],
  ["spaces", "  Two   spaces ", "two-spaces"],
  ["accents", "Crème brûlée", "creme-brulee"],
  ["digits", "100 % pure", "100-pure"],
  ["hyphens at the ends", "--draft--", "draft"],
  ["nothing left", "!!!", ""],
];

let passed = 0;
for (const [name, title, expected] of cases) {
  const actual = slugify(title);
  if (actual === expected) {
    passed += 1;
    console.log(`ok    ${name}`);
  } else console.log(`FAIL  ${name}: expected ${expected}, got ${actual}`);
}
console.log(`${passed} of ${cases.length} tests passed`);
process.exitCode = passed === cases.length ? 0 : 1;
