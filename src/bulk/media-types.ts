import { CSV, XLSX } from "./formats/contract.ts";

/** The media type of NDJSON. */
export const NDJSON = "application/x-ndjson";
/** Media types of files, each with its format. */
export const UPLOAD_TYPES = {
  [NDJSON]: "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  [CSV]: "csv",
  "application/csv": "csv",
  [XLSX]: "xlsx",
} as const;
/** The media type of each format. */
export const MEDIA_TYPES = { ndjson: NDJSON, csv: CSV, xlsx: XLSX } as const;
/** Media types of the parts of an upload. */
export const PART_TYPES = ["application/partial-upload", "application/octet-stream", ...Object.keys(UPLOAD_TYPES)];
