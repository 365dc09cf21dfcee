/** Rules that are pure, and the tests that hold them without a database: what is measured when their mutants are counted. */
export interface Subject {
  readonly name: string;
  /** Below the project; a pattern. */
  readonly files: readonly string[];
  readonly except?: readonly string[];
  readonly tests: readonly string[];
}

export const SUBJECTS: readonly Subject[] = [
  {
    name: "critiques",
    files: ["src/catalog/critiques/*.ts", "src/catalog/product-codes.ts"],
    // Sentences and made-up products for the documents.
    except: ["src/catalog/critiques/example-products.ts"],
    tests: [
      "test/catalog/critiques.test.ts",
      "test/catalog/critique.test.ts",
      "test/catalog/verdict.test.ts",
      "test/catalog/family.test.ts",
    ],
  },
  { name: "families", files: ["src/catalog/family-facts.ts"], tests: ["test/catalog/family.test.ts", "test/catalog/verdict.test.ts"] },
  {
    name: "publication",
    files: ["src/catalog/publication.ts"],
    tests: ["test/catalog/publication.test.ts", "test/catalog/status-view.test.ts"],
  },
  {
    name: "verdicts",
    files: ["src/catalog/{critique,variation,verdict}.ts"],
    tests: ["test/catalog/verdict.test.ts", "test/catalog/family.test.ts", "test/catalog/critique.test.ts"],
  },
  { name: "submission", files: ["src/catalog/submission-rules.ts"], tests: ["test/catalog/submission.test.ts"] },
  {
    name: "order machine",
    files: ["src/orders/status.ts", "src/platform/basics/state-machine.ts"],
    tests: ["test/orders/status.test.ts", "test/platform/machine.test.ts"],
  },
  { name: "access key", files: ["src/orders/access-key.ts"], tests: ["test/orders/access-key.test.ts"] },
  {
    name: "invoice ladder",
    files: [
      "src/orders/invoice/{check,encodings,events,facts,field-reader,fields,file-type,rules,rule,document-rules,event-rules,order-rules,request-rules,digest-check,read-upload,xml}.ts",
    ],
    tests: [
      "test/orders/good-invoices.test.ts",
      "test/orders/invoice-fields.test.ts",
      "test/orders/canonical.test.ts",
      "test/orders/invoice-corpus.test.ts",
      "test/orders/invoice-files.test.ts",
      "test/orders/invoice-xml.test.ts",
    ],
  },
  {
    name: "signed XML",
    files: ["src/orders/invoice/{canonical-xml,compute-digest}.ts"],
    tests: ["test/orders/canonical.test.ts", "test/orders/invoice-files.test.ts"],
  },
  { name: "packages", files: ["src/orders/volume.ts"], tests: ["test/orders/volume.test.ts"] },
  { name: "postal codes and carriers", files: ["src/orders/{carriers,tracking}.ts"], tests: ["test/orders/tracking.test.ts"] },
  { name: "tax ids", files: ["src/orders/tax-ids.ts"], tests: ["test/orders/tax-ids.test.ts"] },
  { name: "quota", files: ["src/sellers/quota/gcra.ts"], tests: ["test/sellers/gcra.test.ts"] },
  { name: "decimals", files: ["src/platform/basics/decimal.ts"], tests: ["test/platform/decimal.test.ts"] },
  { name: "outbound guard", files: ["src/platform/outbound/address-rules.ts"], tests: ["test/platform/guard.test.ts"] },
];

/** A rule with tests that look at something else: none of its mutants may be noticed, or what is counted is not what tests see. */
export const UNTESTED: Subject = { name: "untested", files: ["src/orders/volume.ts"], tests: ["test/platform/machine.test.ts"] };
