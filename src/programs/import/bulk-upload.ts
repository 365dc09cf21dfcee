import { RequestRefused } from "../../client/http-client.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { PART_BYTES, sendPart } from "./bulk-job.ts";

/** Sends lines to a bulk job in parts. A part that was cut is continued where the job stands. */
export interface BulkUpload {
  /** Adds a line without its end. Sends a part when it is large enough. */
  add(line: Buffer): Promise<void>;
  /** Sends the rest, and completes the content. */
  end(): Promise<void>;
}

const LINE_END = Buffer.from("\n");

/** Creates the upload of a new job at the path `job`. */
export function createBulkUpload(client: RetryingClient, job: string): BulkUpload {
  let lines: Buffer[] = [];
  let size = 0;
  let offset = 0;

  async function send(complete: boolean): Promise<void> {
    const part = Buffer.concat(lines);
    const start = offset;
    lines = [];
    size = 0;
    for (;;) {
      const bytes = part.subarray(offset - start);
      const { reply, code, standsAt = 0 } = await sendPart(client, job, { bytes, offset, isLast: complete });
      // A call that was repeated after its answer was lost: the job says where it stands.
      if (code === "bulk_offset_differs" && standsAt > offset) {
        offset = standsAt;
        if (!complete && offset >= start + part.length) return;
      } else if (code === "bulk_content_complete" || code === "bulk_content_ended") return;
      else if (reply.status >= 400) throw new RequestRefused(reply);
      else {
        offset = start + part.length;
        return;
      }
    }
  }

  return {
    async add(line) {
      lines.push(line, LINE_END);
      size += line.length + 1;
      if (size >= PART_BYTES) await send(false);
    },
    end: () => send(true),
  };
}
