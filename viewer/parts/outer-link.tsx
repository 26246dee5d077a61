import { PlainText } from "./value.tsx";

/** A link to a page of the web, as a file or a model wrote it; anything but http and https stays text. */
export function OuterLink({ address, words }: { readonly address: string; readonly words: string }) {
  const isWeb = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isWeb) return <PlainText text={words} />;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <PlainText text={words} />
    </a>
  );
}
