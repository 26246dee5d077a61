const secretName =
  /(api[-_]?key|authorization|cookie|credentials?|secret|password|(^|[-_]|access|auth|bearer|refresh)token)$/i;
/** Further names of secrets in the query of an address. */
const secretParameter = /^(key|sig|signature)$/i;

/** True for a name that says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The same for the query of an address, where `key` alone is one. */
export function isSecretParameter(name: string): boolean {
  return secretName.test(name) || secretParameter.test(name);
}
