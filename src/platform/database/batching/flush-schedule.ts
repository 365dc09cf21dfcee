/** Schedules a batcher's next flush, which sends a batch of its waiting calls. */
export interface FlushSchedule {
  /** Whether a flush is scheduled for the end of this event-loop tick. */
  isScheduled(): boolean;
  /** Schedules a flush for the end of this tick. */
  afterTick(): void;
  /**
   * Schedules a flush after `LATER_MS`, unless this method has already scheduled one. By then, a batch that was just sent no longer counts as
   * recent (`RECENT_MS` in batcher.ts).
   */
  later(): void;
  /** Call this when a flush begins; another may then be scheduled. */
  begin(): void;
}

/** Delay of a flush that `later` schedules. It exceeds `RECENT_MS` of the batcher. */
const LATER_MS = 30;

/** Creates a schedule that calls `flush`. Its timer does not keep the process alive. */
export function createFlushSchedule(flush: () => void): FlushSchedule {
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    isScheduled: () => isScheduled,
    afterTick() {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    },
    later() {
      timer ??= setTimeout(() => {
        timer = undefined;
        flush();
      }, LATER_MS).unref();
    },
    begin() {
      isScheduled = false;
    },
  };
}
