/** A node of a Python source, with the text it was written as. */
export interface PythonNode {
  readonly name: string;
  /** Where it begins in the source, in UTF-16 units. */
  readonly from: number;
  readonly text: string;
  readonly children: readonly PythonNode[];
}
