/** What is said of `--labels` where results are summed up. */
export const labelsHelp =
  "labels of persons, see `karenina label`: pass rates also without the judge's errors";
