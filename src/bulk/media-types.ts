/** The media type of NDJSON. */
export const NDJSON = "application/x-ndjson";
/** Media types of files, each with its format. */
export const UPLOAD_TYPES = { [NDJSON]: "ndjson", "application/ndjson": "ndjson", "application/jsonl": "ndjson" } as const;
/** Media types of the parts of an upload. */
export const PART_TYPES = ["application/partial-upload", "application/octet-stream", ...Object.keys(UPLOAD_TYPES)];
