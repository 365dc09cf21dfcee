import { type Answer, type Endpoint, endpoint } from "../../platform/contract/index.ts";
import type { SellerCall } from "../caller-identity.ts";
import * as contract from "./contract.ts";
import { LANES, WINDOW_SECONDS } from "./headers.ts";
import type { QuotaMeter } from "./meter.ts";
import { meterKeys } from "./meter-key.ts";

export interface LimitsContext {
  readonly meter: QuotaMeter;
  readonly settings: {
    readonly bodyLimitBytes: number;
    readonly bulkRowsAtOnce: number;
    readonly bulkBytesAtOnce: number;
    readonly bulkMaxRows: number;
    readonly bulkMaxBytes: number;
    readonly bulkMaxLineBytes: number;
    readonly bulkJobsAtOnce: number;
    readonly bulkJobsWaiting: number;
    readonly bulkRowsPerCall: number;
    readonly bulkUploadHours: number;
    readonly bulkPausedDays: number;
  };
}

/** The operation that shows a credential its limits and the remaining calls (decisions 6). */
export const limitsEndpoints = ({ meter, settings }: LimitsContext): readonly Endpoint[] => [
  endpoint(contract.getLimits, async ({ who }: SellerCall<typeof contract.getLimits>): Promise<Answer> => {
    const keys = meterKeys(who);
    const views = await Promise.all(LANES.map((lane) => meter.view(keys[lane])));
    const ceiling = views[0]!.ceiling;
    return {
      status: 200,
      body: {
        plan: who.quotaPerMinute,
        windowSeconds: WINDOW_SECONDS,
        lanes: views.map((view, index) => ({ lane: LANES[index]!, ...view.lane })),
        ...(ceiling === undefined ? {} : { ceiling }),
        bodyLimitBytes: settings.bodyLimitBytes,
        bulk: {
          rowsAtOnce: settings.bulkRowsAtOnce,
          bytesAtOnce: settings.bulkBytesAtOnce,
          maxRows: settings.bulkMaxRows,
          maxBytes: settings.bulkMaxBytes,
          maxLineBytes: settings.bulkMaxLineBytes,
          jobsAtOnce: settings.bulkJobsAtOnce,
          jobsWaiting: settings.bulkJobsWaiting,
          rowsPerCall: settings.bulkRowsPerCall,
          uploadHours: settings.bulkUploadHours,
          pausedDays: settings.bulkPausedDays,
        },
        links: [{ rel: "self", href: contract.getLimits.path }],
      },
    };
  }),
];
