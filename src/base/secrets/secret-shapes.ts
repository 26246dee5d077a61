/** Shapes that are a credential whoever uses it: what follows a scheme, and keys with a vendor's prefix. */
export const credentialShapes = new RegExp(
  [
    String.raw`\bBearer\s+[\w.~+/-]{8,}=*`,
    // without a digit or padding it is an English word
    String.raw`\bBasic\s+(?=[\w+/]*[\d=])[\w+/]{8,}=*`,
    String.raw`\b(?:sk|rk|pk|gsk|xai|glpat|xox[abeprs])-[\w-]{12,}`,
    String.raw`\b(?:gh[opsur]|github_pat|hf|npm)_\w{16,}`,
    String.raw`\b(?:[sr]k_(?:live|test)|whsec|shp(?:at|ss|ca|pa)|lin_api|ntn|dop_v1|r8)_\w{12,}`,
    String.raw`\b(?:tvly|pplx|ATATT)-?[\w-]{16,}`,
    String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}`,
    String.raw`\bya29\.[\w-]{16,}`,
    String.raw`\bAIza[\w-]{20,}`,
    String.raw`\bA(?:KIA|SIA)[A-Z0-9]{16}\b`,
    String.raw`\beyJ[\w-]{8,2000}\.[\w-]{8,}\.[\w-]*`,
    "-----BEGIN [A-Z ]*PRIVATE KEY-----",
  ].join("|"),
  "g",
);

/** True for a text with something in it that has the shape of a credential. */
export function hasCredentialShape(text: string): boolean {
  return text.search(credentialShapes) >= 0;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const mixed = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{16,}$/i;

/** True for one word that looks drawn by lot, as keys in the path of an address are. */
export function looksRandom(word: string): boolean {
  return uuid.test(word) || word.split(/[-_.~=]/).some((piece) => mixed.test(piece));
}
