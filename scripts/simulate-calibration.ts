// How often the corrected intervals hold the truth, with judges whose errors are known:
//   node scripts/simulate-calibration.ts [draws]
import {
  simulateCalibration,
  simulatedCases,
} from "../src/analysis/statistics/correction/testing/simulate.ts";

const draws = Number(process.argv[2] ?? 2000);
for (const one of simulatedCases) console.log(JSON.stringify([one, simulateCalibration(one, draws)]));
