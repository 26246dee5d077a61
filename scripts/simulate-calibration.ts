// How often the corrected intervals hold the truth, with judges whose errors are known:
//   node scripts/simulate-calibration.ts [draws]
import {
  simulateDifference,
  simulatedDifferences,
} from "../src/analysis/compare/testing/simulate-differences.ts";
import {
  simulateCalibration,
  simulatedCases,
} from "../src/analysis/statistics/correction/testing/simulate.ts";

const draws = Number(process.argv[2] ?? 2000);
for (const one of simulatedCases) console.log(JSON.stringify([one, simulateCalibration(one, draws)]));
for (const one of simulatedDifferences) console.log(JSON.stringify([one, simulateDifference(one, draws)]));
