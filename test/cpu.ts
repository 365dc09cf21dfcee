const TIMES = 3;

/** Milliseconds of this thread's processor that some work takes, the least of a few runs: what others do with the machine is not its fault. */
export const leastCpuMs = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: TIMES }, () => {
      const before = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
