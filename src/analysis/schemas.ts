import { type JsonSchema, wireJsonSchema } from "../base/index.ts";
import { Calibration } from "./calibration/calibration.ts";
import { Comparison } from "./compare/comparison.ts";
import { GatesFile } from "./gates/gate.ts";
import { isShareField, percentPattern } from "./gates/percent.ts";
import { gateVerdicts } from "./gates/verdict-schema.ts";
import { ProbeReport } from "./probes/probe-report.ts";
import { JudgeReliability } from "./reliability/reliability.ts";
import { runSummarySchema } from "./summary-schema.ts";
import { verifyMembers } from "./verify-members.ts";

/** The JSON Schemas of what is computed of results, and of files of gates, by file name; keys are snake_case. */
export function analysisSchemas(): { readonly [file: string]: JsonSchema } {
  return {
    "summary.schema.json": {
      title: "Summary of a run",
      ...wireJsonSchema(
        runSummarySchema.extend({
          gates: gateVerdicts,
          calibration: Calibration.optional(),
          ...verifyMembers.partial().shape,
        }),
      ),
    },
    "comparison.schema.json": {
      title: "Comparison of runs or models",
      ...wireJsonSchema(Comparison.extend({ gates: gateVerdicts })),
    },
    "judge-reliability.schema.json": { title: "Reliability of judges", ...wireJsonSchema(JudgeReliability) },
    "calibration.schema.json": { title: "Judges against persons", ...wireJsonSchema(Calibration) },
    "probe.schema.json": { title: "Probes of a judge", ...wireJsonSchema(ProbeReport) },
    "gates.schema.json": { title: "Gates", ...withPercents(wireJsonSchema(GatesFile, "input")) },
  };
}

/** Shares of gates, numbers by the schema, may be percents in a file. */
function withPercents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_key, part) => {
    const gate = part?.properties?.gate?.const;
    if (gate === undefined) return part;
    const properties = Object.entries(part.properties).map(([name, property]) => [
      name,
      isShareField(gate, name)
        ? Object.assign({}, property, { type: ["number", "string"], pattern: percentPattern })
        : property,
    ]);
    return { ...part, properties: Object.fromEntries(properties) };
  });
  return JSON.parse(text);
}
