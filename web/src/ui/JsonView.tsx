import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./CopyButton.tsx";
import classes from "./JsonView.module.css";

/** A JSON value as indented text, coloured and to be copied. What is in it is shown as text. */
export function JsonView({ value }: { readonly value: unknown }) {
  const { t } = useTranslation("ui");
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  return (
    <div className={classes["view"]}>
      <div className={classes["copy"]}>
        <CopyButton value={text} label={t("copy.json")} />
      </div>
      {/* Long lines scroll, which the keyboard must be able to do as well. */}
      <pre className={classes["text"]} tabIndex={0} aria-label="JSON">
        {tokensOf(text).map(({ kind, text: part, at }) => (
          <span key={at} data-kind={kind}>
            {part}
          </span>
        ))}
      </pre>
    </div>
  );
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Splits JSON into keys, texts, other values and what is between them. */
function tokensOf(text: string): readonly { readonly kind: string; readonly text: string; readonly at: number }[] {
  const tokens = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: "mark", text: text.slice(end, match.index), at: end });
    const kind = match[2] === undefined ? (match[1] === undefined ? "value" : "text") : "key";
    tokens.push({ kind, text: match[0], at: match.index });
    end = match.index + match[0].length;
  }
  tokens.push({ kind: "mark", text: text.slice(end), at: end });
  return tokens;
}
