import type { ExtensionOptions } from "../../load-extensions.ts";
import { shellWord } from "../../shell-word.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** What going on with a run needs beside its log. */
interface ResumeFlags {
  readonly retryFailed: boolean;
  /** Nothing shows that the log is the user's own. */
  readonly trustLog: boolean;
  /** The modules of the user's own that the run had, as options. */
  readonly modules: ExtensionOptions & Pick<VerifyOptions, "app">;
  /** How exports are written, and where replies and the run are kept. */
  readonly written: Pick<VerifyOptions, "formulas" | "outputFormat" | "cache" | "store">;
  /** What must hold of the run. */
  readonly held: Pick<VerifyOptions, "gates" | "gate" | "baseline" | "failUnder">;
  /** Exports of the run are there already. */
  readonly overwrite: boolean;
}

/** The command that goes on with a run from its log. */
export function resumeCommandFor(log: string, flags: ResumeFlags): string {
  const words = [
    `npx karenina verify --resume ${shellWord(log)}`,
    ...(flags.retryFailed ? ["--retry-failed"] : []),
    ...(flags.trustLog ? ["--trust-log"] : []),
    ...(flags.overwrite ? ["--overwrite"] : []),
    ...(flags.written.outputFormat === undefined ? [] : [`--output-format ${flags.written.outputFormat}`]),
    ...(flags.written.formulas === undefined ? [] : [`--formulas ${flags.written.formulas}`]),
    ...(flags.written.cache === undefined ? [] : [cacheFlag(flags.written.cache)]),
    ...(flags.written.store === undefined ? [] : [storeFlag(flags.written.store)]),
    ...heldFlags(flags.held),
    ...(flags.modules.app ?? []).map((file) => `--app ${shellWord(file)}`),
    ...(flags.modules.plugin ?? []).map((file) => `--plugin ${shellWord(file)}`),
    ...(flags.modules.config === false ? ["--no-config"] : []),
  ];
  return words.join(" ");
}

const heldFlags = ({ gates, gate = [], baseline, failUnder }: ResumeFlags["held"]): readonly string[] => [
  ...(gates === undefined ? [] : [`--gates ${shellWord(gates)}`]),
  ...gate.map((one) => `--gate ${shellWord(one)}`),
  ...(baseline === undefined ? [] : [`--baseline ${shellWord(baseline)}`]),
  ...(failUnder === undefined ? [] : [`--fail-under ${failUnder}`]),
];

const storeFlag = (address: string | true): string =>
  address === true ? "--store" : `--store ${shellWord(address)}`;

const cacheFlag = (folder: string | true): string =>
  folder === true ? "--cache" : `--cache=${shellWord(folder)}`;
