import { useMemo, useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { fieldOf, type Finding, findingOfRefusal, findingsAt, isMissing } from "./findings.ts";
import type { ProductForm } from "./form-context.ts";
import { bodyOf, differingFields, type ProductValues } from "./product-values.ts";
import { useDraft } from "./use-draft.ts";
import { useMeasuredImages } from "./use-measured-images.ts";
import { useRehearsal } from "./use-rehearsal.ts";

interface EditorOptions {
  /** The product as it is stored, or an empty one. */
  readonly stored: ProductValues;
  /** Names the draft. */
  readonly draft: string;
  /** What reviewers said; the rehearsal does not say it. */
  readonly reviewed: readonly Finding[];
  readonly isReadOnly: boolean;
  readonly fixed: ReadonlySet<string>;
  /** Fields that have no place in this form: nothing is said about them. */
  readonly without?: ReadonlySet<string>;
  /** Values that are no part of the product. */
  readonly ownFields?: ReadonlySet<string>;
}

interface Draft {
  readonly values: ProductValues;
  /** The product that was changed. */
  readonly base: ProductValues;
}

const NO_FIELDS: ReadonlySet<string> = new Set();
const IMAGES = "images";

interface FindingOptions extends Pick<EditorOptions, "reviewed"> {
  readonly refused: readonly Finding[];
  readonly without: ReadonlySet<string>;
  readonly ownFields: ReadonlySet<string>;
}

/** What there is to say about a product, each thing once: refusals, what publishing it would say, what was measured, what reviewers said. */
function useFindings(values: ProductValues, isOn: boolean, { refused, reviewed, without, ownFields }: FindingOptions) {
  const pictures = useMeasuredImages(values);
  const ofProduct = Object.fromEntries(Object.entries(values).filter(([field]) => !ownFields.has(field))) as unknown as ProductValues;
  const rehearsal = useRehearsal(bodyOf({ ...ofProduct, images: [] }), isOn);
  const isEmpty = values.images.length === 0;
  const findings = useMemo(() => {
    // Of pictures that are there, only those who fetched them know anything.
    const said = rehearsal.findings.filter(({ pointer }) => isEmpty || fieldOf(pointer) !== IMAGES);
    const seen = new Set<string>();
    return [...refused, ...said, ...pictures.findings, ...reviewed].filter(
      ({ code, pointer }) => !without.has(fieldOf(pointer)) && !seen.has(code + pointer) && seen.add(code + pointer),
    );
  }, [refused, rehearsal.findings, pictures.findings, reviewed, isEmpty, without]);
  return { rehearsal, pictures, findings };
}

/** The state of a product's form: values, draft, and what the server says about them while the person types. */
export function useProductEditor(options: EditorOptions) {
  const { stored, reviewed, isReadOnly, fixed, without = NO_FIELDS, ownFields = NO_FIELDS } = options;
  const draft = useDraft<Draft>(options.draft);
  const [base, setBase] = useState(draft.found?.values.base ?? stored);
  const [values, setValues] = useState(draft.found?.values.values ?? stored);
  const [restoredAt, setRestoredAt] = useState(draft.found?.at);
  const [touched, setTouched] = useState<ReadonlySet<string>>(NO_FIELDS);
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<readonly Finding[]>([]);
  const changed = differingFields(base, values);
  const isEmpty = changed.length === 0 && Object.keys(stored).length <= 4;
  const { rehearsal, pictures, findings } = useFindings(values, !isEmpty, { refused, reviewed, without, ownFields });
  const isShown = (finding: Finding) => isTried || !isMissing(finding) || touched.has(fieldOf(finding.pointer));

  const change = (next: ProductValues, nextBase = base) => {
    setValues(next);
    setBase(nextBase);
    draft.keep({ values: next, base: nextBase });
  };
  const form: ProductForm = {
    values,
    set(field, value) {
      setRefused((before) => before.filter(({ pointer }) => fieldOf(pointer) !== field));
      change({ ...values, [field]: value });
    },
    findingsAt: (pointer) => findingsAt(findings, pointer).filter(isShown),
    findings,
    touch: (field) => setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    isReadOnly,
    fixed,
  };
  return {
    form,
    base,
    changed,
    rehearsal,
    pictures,
    restoredAt,
    change,
    /** From now on everything that is wrong is shown, what is missing as well. */
    showAll: () => setIsTried(true),
    /** What was refused of the fields, and was not changed since. */
    refused,
    /** Shows a refusal at its fields. */
    refuse(error: unknown): void {
      const details = error instanceof ApiError ? error.details : [];
      setRefused(details.filter(({ pointer }) => pointer.startsWith("/")).map(findingOfRefusal));
    },
    /** Begins anew with what is stored. */
    restart(next: ProductValues) {
      draft.forget();
      setRestoredAt(undefined);
      setBase(next);
      setValues(next);
      setRefused([]);
      setIsTried(false);
    },
    forgetDraft: draft.forget,
  };
}
/** What `useProductEditor` gives. */
export type ProductEditor = ReturnType<typeof useProductEditor>;
