/** Names that every program needs, and nothing else: keys of this process stay here. */
const inherited =
  process.platform === "win32"
    ? [
        "APPDATA",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "USERNAME",
        "USERPROFILE",
      ]
    : ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/** The environment of a server's program: what every program needs from this process, and what its settings declare. */
export function programEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const needed = inherited.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(needed), ...declared };
}
