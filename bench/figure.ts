import type { Workshop } from "./market.ts";
import type { Rounds, Sample } from "./measure.ts";

export interface FigureContext {
  readonly workshop: Workshop;
  readonly rounds: Rounds;
  /** Skus of an ordinary catalogue; figures of growth choose their own. */
  readonly skus: number;
}

export interface Measurement {
  /** Contenders by name. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** Single numbers, their units in their names. */
  readonly facts: Readonly<Record<string, number>>;
}

/** Something that is measured and printed as one table. */
export interface Figure {
  readonly name: string;
  readonly title: string;
  readonly measure: (context: FigureContext) => Promise<Measurement>;
}
