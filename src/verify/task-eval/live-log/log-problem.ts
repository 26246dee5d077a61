/** What can go wrong with what a program logs. */
export type LogProblemKind =
  /** The file cannot be written; lines wait in memory as long as there is room. */
  | "unwritable"
  /** Lines are lost: there is no more room for lines that wait, or the log is closed. */
  | "lost"
  /** An event has more text or more parts than is kept; it is lost. */
  | "too_large"
  /** Something of an event could not be read and stands there as `[could not be read]`, `[circular]` or `[too deep]`. */
  | "unreadable"
  /** An option of an event is none, or has a wrong value; the event is kept without it. */
  | "invalid";

/** Told once for each kind. */
export interface LogProblem {
  readonly kind: LogProblemKind;
  /** In words, about the first event that it happened to. */
  readonly message: string;
}
