/** What makes the name of a run's folder. */
interface RunName {
  /** What it is for: a folder's name or a safe id. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly processId: number;
  readonly replicate: number | null;
}

const runSuffix = /_run_\d{8}T\d{6}_pid\d+(?:_rep\d+)?(?:_\d+)?$/;

/**
 * The name of a run's folder, `<base>_run_<UTC time>_pid<process>[_rep<replicate>]`.
 *
 * @example
 * runName({ base: "task", at: 0, processId: 7, replicate: 2 }); // "task_run_19700101T000000_pid7_rep2"
 */
export function runName({ base, at, processId, replicate }: RunName): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return `${base}_run_${time}_pid${processId}${replicate === null ? "" : `_rep${replicate}`}`;
}

/** True for names that {@link runName} makes, also with a number that tells equal ones apart. */
export function isRunName(name: string): boolean {
  return runSuffix.test(name);
}

/** What a run's folder was named for. */
export function baseOfRunName(name: string): string {
  return name.replace(runSuffix, "");
}
