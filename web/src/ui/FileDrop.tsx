import "@mantine/dropzone/styles.layer.css";
import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./FileDrop.module.css";

interface FileDropProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Media types and endings: `{ "text/xml": [".xml"] }`. */
  readonly accept: Readonly<Record<string, string[]>>;
  readonly maxBytes: number;
  readonly isBusy?: boolean;
  readonly onFile: (file: File) => void;
  /** Called when a file of another type or size was dropped. */
  readonly onReject: () => void;
}

/** A place for a file: dropped, chosen by a click, or with Enter. */
export function FileDrop({ title, children, accept, maxBytes, isBusy = false, onFile, onReject }: FileDropProps) {
  return (
    <Dropzone
      className={classes["drop"]}
      accept={{ ...accept }}
      maxSize={maxBytes}
      multiple={false}
      loading={isBusy}
      onDrop={([file]) => file !== undefined && onFile(file)}
      onReject={onReject}
      aria-label={title}
    >
      <span className={classes["icon"]}>
        <IconUpload size={22} stroke={1.7} aria-hidden />
      </span>
      <strong className={classes["title"]}>{title}</strong>
      <span className={classes["text"]}>{children}</span>
    </Dropzone>
  );
}
