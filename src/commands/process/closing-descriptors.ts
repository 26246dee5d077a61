import { existsSync } from "node:fs";

/**
 * Closes every descriptor above `$1`, makes the program the first to be ended for want of memory, and becomes it.
 * Whoever started this process may have left descriptors open in it, and an open folder is a way out of any sandbox.
 * Plain shells can only name descriptors of one digit.
 */
const script = [
  "for fd in $(cd /dev/fd && echo *); do",
  '  if [ "$fd" -le "$1" ]; then continue; fi',
  '  if [ "$fd" -gt 9 ] && [ "$2" != /bin/bash ]; then',
  '    if [ ! -e "/dev/fd/$fd" ]; then continue; fi',
  '    echo "descriptor $fd is open in this process and cannot be closed without bash" >&2; exit 125',
  "  fi",
  '  eval "exec $fd>&-"',
  "done",
  "{ echo 500 > /proc/self/oom_score_adj; } 2>/dev/null || :",
  "shift 2",
  'exec "$@"',
].join("\n");

/** The shell that commands and preparations run in. */
export const preferredShell = (): string => (existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh");

/** The arguments that run a program with no other descriptors than those up to `highest`. */
export const closingDescriptors = (highest: number): readonly string[] => [
  preferredShell(),
  "-c",
  script,
  "sh",
  String(highest),
  preferredShell(),
];
