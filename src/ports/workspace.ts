/** What a working folder is needed for. */
export interface WorkspaceRequest {
  readonly questionId: string;
  /** Folder of the question's files, relative to the workspace root; null: an empty folder. */
  readonly source: string | null;
  /** Part of the folder's name; null: the run has one replicate. */
  readonly replicate: number | null;
  /** `judge`: an empty folder for something a judge looks at; it is never captured and always removed. Default `answer`. */
  readonly purpose?: "answer" | "judge";
  /** Files that are put into the folder, relative to it; they count as the question's. Only for copies and empty folders. */
  readonly files?: readonly { readonly path: string; readonly data: Uint8Array }[];
  readonly signal?: AbortSignal;
}

/** A folder that an agent works in. */
export interface Workspace {
  /** Absolute. */
  readonly path: string;
  /** False: the question's own folder, used in place. Only copies are ever removed. */
  readonly isCopy: boolean;
  /** The folder it was made from; null for an empty one. */
  readonly source: string | null;
  /** Where the request's files stand, relative to the folder, in their order. Absent: there are none. */
  readonly placed?: readonly string[];
  /** A further copy of its present state, for one investigation; to be released by whoever asked for it. */
  copy(): Promise<Workspace>;
  /**
   * Writes a text file inside, with its folders, and gives the path it stands at: another one where something is in the way
   * of the first. Throws `KareninaError` `invalid_input` for a path that leads outside.
   */
  writeText(relativePath: string, text: string): Promise<string>;
  /** Keeps what the agent left, where the run asks for that. Never throws; what went wrong is in the warnings. */
  capture(about: WorkspaceCapture): Promise<readonly string[]>;
  /** Removes the folder if it is a copy and clean-up is on. Never throws; what went wrong is in the warnings. Twice is fine. */
  release(): Promise<readonly string[]>;
}

/** Which result a captured workspace belongs to. */
export interface WorkspaceCapture {
  readonly questionId: string;
  readonly resultId: string;
  readonly runName: string | null;
  readonly replicate: number | null;
  /** Display strings of both models. */
  readonly answering: string;
  readonly parsing: string;
  /** Text files to be kept with it that are not in the workspace, such as the answer's trace. Default: none. */
  readonly added?: readonly { readonly path: string; readonly text: string }[];
}

/** Prepares the folders of one run. */
export interface WorkspaceProvider {
  /**
   * Throws `KareninaError` `configuration` without a workspace root, `file_not_found` for a source that is missing,
   * `invalid_input` for one outside the root.
   */
  prepare(request: WorkspaceRequest): Promise<Workspace>;
  /** Completes the capture's manifest and removes what is left of this run; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
