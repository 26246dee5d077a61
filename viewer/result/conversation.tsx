import type { ResultDetail } from "../../src/report/index.ts";
import { PlainText } from "../parts/value.tsx";
import { LongText } from "./long-text.tsx";
import { Part } from "./part.tsx";

/** What stood around the question: what the model was told, what was said before, and the names of files. */
export function Conversation({ view: { conversation } }: { readonly view: ResultDetail }) {
  if (conversation === null) return null;
  const { systemPrompt, messages, attachments } = conversation;
  const said = [...(systemPrompt === null ? [] : [{ role: "system", content: systemPrompt }]), ...messages];
  return (
    <Part title="Before the question">
      {said.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={at} className={`message ${role}`}>
          <p className="role">{role}</p>
          <LongText text={content} />
        </div>
      ))}
      {attachments.map(({ name, mediaType }) => (
        <p key={name} className="file-name">
          <PlainText text={name} /> <span className="soft">{mediaType}</span>
        </p>
      ))}
    </Part>
  );
}
