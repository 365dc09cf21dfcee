import { describe, expect, it } from "vitest";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { readVolume, requiresVolume, type VolumeShipping } from "../../src/orders/volume.ts";

const RUN: VolumeShipping = { platformId: "MARKETPLACE_ENTREGAS", carrierId: "700", carrier: "Rápida" };
const INELIGIBLE: readonly VolumeShipping[] = [
  { ...RUN, carrierId: "501" },
  { ...RUN, carrierId: "502" },
  { platformId: "MARKETPLACE_ENTREGAS", carrier: "Correios" },
  { ...RUN, platformId: "INTERNAL" },
  { ...RUN, platformId: "PARTNER_ENTREGAS", carrierId: "906" },
];
const code = (sent: number | undefined, shipping: VolumeShipping) => {
  const reading = readVolume(sent, shipping);
  return "failure" in reading ? reading.failure.code : reading.volume;
};

describe("volume (seed 4.3 rule 4)", () => {
  it("is what was sent where it is told", () => expect(code(3, RUN)).toBe(3));
  it("is 1 where it is told and was left out", () => expect(code(undefined, RUN)).toBe(1));
  it.each(INELIGIBLE)("is left out for %o, and refused when it was sent", (shipping) => {
    expect(requiresVolume(shipping)).toBe(false);
    expect(readVolume(undefined, shipping)).toEqual({});
    for (const sent of [1, 0, -1]) expect(code(sent, shipping)).toBe("volume_not_eligible");
  });
  it.each([0, -1, -2_147_483_648])("is refused when it is %d", (sent) => expect(code(sent, RUN)).toBe("volume_not_positive"));

  it("is refused with the two messages of seed 7", () => {
    const told = (sent: number, shipping: VolumeShipping) => {
      const reading = readVolume(sent, shipping);
      return "failure" in reading ? `${reading.failure.pointer} ${failureMessage(reading.failure, "en")}` : "";
    };
    expect(told(2, INELIGIBLE[0]!)).toMatch(
      /^\/volume .*only for marketplace-run-delivery orders.*not the postal carrier.*must be removed/,
    );
    expect(told(-2, RUN)).toMatch(/^\/volume .*-2.*must be a positive number/);
  });
});
