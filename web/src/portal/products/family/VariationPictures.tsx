import { useFieldLabel } from "../../../ui/use-field-label.ts";
import { findingsAt } from "../form/findings.ts";
import { ProductFormProvider } from "../form/form-context.ts";
import { PicturesSection } from "../form/PicturesSection.tsx";
import { NO_VALUES } from "../form/product-values.ts";
import { useMeasuredImages } from "../form/use-measured-images.ts";
import classes from "./Family.module.css";

interface VariationPicturesProps {
  readonly variation: string;
  readonly urls: readonly string[];
  readonly most: number;
  readonly onChange: (urls: readonly string[]) => void;
}

const NOTHING_FIXED: ReadonlySet<string> = new Set();

/** The pictures that all sizes of a variation share. */
export function VariationPictures({ variation, urls, most, onChange }: VariationPicturesProps) {
  const label = useFieldLabel();
  const images = urls.map((url) => ({ url }));
  const { measured, findings } = useMeasuredImages({ images });
  return (
    <section className={classes["pictures"]} aria-label={`${label("images")}: ${variation}`}>
      <h3>{variation}</h3>
      <ProductFormProvider
        value={{
          values: { ...NO_VALUES, images },
          set: (_, next) => onChange((next as typeof images).map(({ url }) => url)),
          findingsAt: (pointer) => findingsAt(findings, pointer),
          findings,
          touch: () => undefined,
          isReadOnly: false,
          fixed: NOTHING_FIXED,
        }}
      >
        <PicturesSection sku={undefined} stored={[]} measured={measured} most={most} idPrefix={variation} />
      </ProductFormProvider>
    </section>
  );
}
