export { type ProbeOptions, probeJudge } from "./probe-judge.ts";
