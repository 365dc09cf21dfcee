import { describe, expect, it } from "vitest";
import type { Carrier } from "../../src/orders/carriers.ts";
import { postalCheckDigit, readMarketplaceTracking, readTracking, type TrackingInput } from "../../src/orders/tracking.ts";

const POSTAL = { carrier: "501", trackingNumber: "AA473124829BR" };
const LINK = "https://rastreio.rapida.example/AB-1";
const OTHER = { carrier: "Rápida Entregas", trackingNumber: "AB-1", trackingLink: LINK };

const said = (sent: TrackingInput, assigned?: Carrier) => {
  const { failures, warnings, tracking } = readTracking(sent, assigned);
  return { refused: failures.map(({ code, pointer }) => `${code} ${pointer}`), warned: warnings.map(({ code }) => code), tracking };
};

describe("tracking (seed 4.3 rule 2)", () => {
  it("keeps what another carrier's shipment says", () => {
    expect(said(OTHER)).toEqual({
      refused: [],
      warned: [],
      tracking: { carrier: "Rápida Entregas", trackingNumber: "AB-1", trackingLink: LINK },
    });
  });
  it("builds the postal carrier's link when there is none, and keeps one that was sent", () => {
    const trackingLink = "https://rastreamento.correios.com.br/app/index.php?objetos=AA473124829BR";
    expect(said(POSTAL).tracking).toEqual({ carrierId: "501", carrier: "Correios", trackingNumber: "AA473124829BR", trackingLink });
    expect(said({ ...POSTAL, trackingLink: LINK }).tracking?.trackingLink).toBe(LINK);
  });

  it.each<[string, TrackingInput, readonly string[]]>([
    ["nothing", {}, ["carrier_missing /carrier", "tracking_number_missing /trackingNumber"]],
    [
      "blanks",
      { carrier: " ", trackingNumber: " ", trackingLink: " " },
      ["carrier_missing /carrier", "tracking_number_missing /trackingNumber"],
    ],
    ["no number", { ...OTHER, trackingNumber: undefined }, ["tracking_number_missing /trackingNumber"]],
    ["no link of another carrier", { ...OTHER, trackingLink: undefined }, ["tracking_link_missing /trackingLink"]],
    ["an empty link of another carrier", { ...OTHER, trackingLink: "" }, ["tracking_link_missing /trackingLink"]],
    ["neither of both", { carrier: "777" }, ["tracking_number_missing /trackingNumber", "tracking_link_missing /trackingLink"]],
    ["a link that is none", { ...OTHER, trackingLink: "rastreio/AB-1" }, ["tracking_link_invalid /trackingLink"]],
    ["a link to files", { ...OTHER, trackingLink: "ftp://rastreio.example/AB-1" }, ["tracking_link_invalid /trackingLink"]],
    ["a link that runs", { ...OTHER, trackingLink: "javascript:alert(1)" }, ["tracking_link_invalid /trackingLink"]],
    ["a broken link of the postal carrier", { ...POSTAL, trackingLink: "x" }, ["tracking_link_invalid /trackingLink"]],
    [
      "another carrier's code with the postal carrier",
      { ...POSTAL, trackingNumber: "AB-1" },
      ["tracking_number_not_postal /trackingNumber"],
    ],
    ["a foreign postal code", { ...POSTAL, trackingNumber: "AA473124829PT" }, ["tracking_number_not_postal /trackingNumber"]],
    ["a postal code in small letters", { ...POSTAL, trackingNumber: "aa473124829br" }, ["tracking_number_not_postal /trackingNumber"]],
    [
      "a postal code with a line behind it",
      { ...POSTAL, trackingNumber: "AA473124829BR\nX" },
      ["tracking_number_not_postal /trackingNumber"],
    ],
    ["the fulfilment operator by code", { ...OTHER, carrier: "906" }, ["carrier_fulfillment /carrier"]],
    ["the fulfilment operator by name", { ...OTHER, carrier: "partner entregas - FULFILLMENT" }, ["carrier_fulfillment /carrier"]],
  ])("refuses %s", (_name, sent, refused) => {
    expect(said(sent)).toEqual({ refused, warned: [], tracking: undefined });
  });

  it("says what a mistyped postal code may have been", () => {
    const [failure] = readTracking({ ...POSTAL, trackingNumber: "aa 473124829 br" }).failures;
    expect(failure?.suggestions).toEqual(["AA473124829BR"]);
    expect(readTracking({ ...POSTAL, trackingNumber: "AB-1" }).failures[0]).not.toHaveProperty("suggestions");
  });

  it("takes a right postal code, and a link of either protocol, without a warning", () => {
    expect(said(POSTAL)).toMatchObject({ refused: [], warned: [] });
    expect(said({ ...POSTAL, trackingLink: "http://rastreio.example/AB-1" })).toMatchObject({ refused: [], warned: [] });
  });

  it("says which carrier it cannot be, as it was named or else by its code", () => {
    const received = (carrier?: string) =>
      readTracking({ carrier, trackingNumber: "AB-1", trackingLink: LINK }, { carrierId: "906" }).failures.map(
        (failure) => failure.received,
      );
    expect([received("Partner Entregas - fulfillment"), received()]).toEqual([["Partner Entregas - fulfillment"], ["906"]]);
  });

  it.each(["SS123456789BR", "DU164795539BR", "PJ521644335BR"])("takes %s, whose check digit is wrong, with a warning", (trackingNumber) => {
    const { refused, warned, tracking } = said({ ...POSTAL, trackingNumber });
    expect({ refused, warned }).toEqual({ refused: [], warned: ["tracking_number_check_digit"] });
    expect(tracking?.trackingNumber).toBe(trackingNumber);
    expect(readTracking({ ...POSTAL, trackingNumber }).warnings).toMatchObject([{ pointer: "/trackingNumber", received: trackingNumber }]);
  });
  it("knows the check digits of UPU S10, its two exceptions too", () => {
    expect(postalCheckDigit("AA473124829BR")).toBe("9");
    // 8 x 7 is 1 more than a multiple of 11, 8 x 0 is none more.
    expect([postalCheckDigit("AA70000000?BR"), postalCheckDigit("AA00000000?BR")]).toEqual(["0", "5"]);
  });
});

describe("the tracking of what others deliver", () => {
  const CORREIOS = { carrierId: "501", carrier: "Correios" };
  it.each<[string, Parameters<typeof readMarketplaceTracking>[0], Carrier, object]>([
    ["need not be said", {}, CORREIOS, {}],
    ["is kept", { trackingNumber: " AB-1 ", trackingLink: LINK }, { carrierId: "33" }, { trackingNumber: "AB-1", trackingLink: LINK }],
    ["may lack its link", { trackingNumber: "AB-1" }, { carrierId: "33" }, { trackingNumber: "AB-1" }],
  ])("%s", (_name, sent, carrier, tracking) => {
    expect(readMarketplaceTracking(sent, carrier)).toEqual({ failures: [], warnings: [], tracking });
  });
  it("has the postal carrier's link, and a warning of a digit that is wrong", () => {
    const { tracking, warnings } = readMarketplaceTracking({ trackingNumber: "AA473124820BR" }, CORREIOS);
    expect([tracking.trackingLink, warnings.map(({ code }) => code)]).toEqual([
      expect.stringMatching(/correios.*AA473124820BR$/),
      ["tracking_number_check_digit"],
    ]);
  });
  it.each([
    ["a code that is not the postal carrier's", { trackingNumber: "LOGGI-1" }, "tracking_number_not_postal"],
    ["a link that runs", { trackingNumber: "AA473124829BR", trackingLink: "javascript:alert(1)" }, "tracking_link_invalid"],
    ["a link without a number", { trackingLink: "rastreio" }, "tracking_link_invalid"],
  ])("refuses %s", (_name, sent, code) => {
    expect(readMarketplaceTracking(sent, CORREIOS).failures.map((failure) => failure.code)).toEqual([code]);
  });
});

describe("the carrier", () => {
  const taken = (carrier: string | undefined, assigned?: Carrier) => {
    const { tracking } = readTracking({ carrier, trackingNumber: "AA473124829BR", trackingLink: LINK }, assigned);
    return tracking && { carrierId: tracking.carrierId, carrier: tracking.carrier };
  };
  const isPostal = (carrier: string, assigned?: Carrier) =>
    readTracking({ carrier, trackingNumber: "?" }, assigned).failures[0]?.code === "tracking_number_not_postal";

  it.each([
    "501",
    "502",
    " 501 ",
    "Correios",
    "CORREIOS",
    "córreios",
    "Correios PAC",
    "correios - sedex",
    "Correios SEDEX 10",
    "Correios Carta",
    "Correios Impresso Normal",
    "Correios Mini-Envios",
  ])("%j is the postal one", (carrier) => {
    expect(isPostal(carrier)).toBe(true);
    expect(isPostal(carrier, { carrier: "Correios" })).toBe(true);
  });
  it.each(["503", "5010", "Correiosexpress", "Rápida", "Entregas Correios", "Correios do Vale", "Correios Pacote"])(
    "%j is another one",
    (carrier) => {
      expect(isPostal(carrier)).toBe(false);
    },
  );

  it.each<[string, string | undefined, Carrier | undefined, Record<keyof Carrier, string | undefined>]>([
    ["named by code gets its name", "502", undefined, { carrierId: "502", carrier: "Correios" }],
    ["named by an unknown code has no name", "777", undefined, { carrierId: "777", carrier: undefined }],
    ["named Correios has a postal code", "correios", undefined, { carrierId: "501", carrier: "correios" }],
    [
      "named Correios keeps the postal code it was assigned",
      "Correios PAC",
      { carrierId: "502", carrier: "Correios" },
      { carrierId: "502", carrier: "Correios PAC" },
    ],
    ["not named is the one that was assigned", undefined, { carrierId: "33", carrier: "Rápida" }, { carrierId: "33", carrier: "Rápida" }],
    ["named as assigned keeps its code", "RAPIDA", { carrierId: "33", carrier: "Rápida" }, { carrierId: "33", carrier: "Rápida" }],
    ["named by the assigned code keeps its name", "33", { carrierId: "33", carrier: "Rápida" }, { carrierId: "33", carrier: "Rápida" }],
    [
      "named Correios gets a postal code instead of another carrier's",
      "Correios",
      { carrierId: "33", carrier: "Rápida" },
      { carrierId: "501", carrier: "Correios" },
    ],
    [
      "named as it was assigned, without a code, has none",
      "CORREIOS",
      { carrier: "Correios" },
      { carrierId: undefined, carrier: "Correios" },
    ],
    [
      "other than assigned replaces it whole",
      "Ligeira",
      { carrierId: "33", carrier: "Rápida" },
      { carrierId: undefined, carrier: "Ligeira" },
    ],
  ])("%s", (_name, carrier, assigned, expected) => {
    expect(taken(carrier, assigned)).toEqual(expected);
  });
});
