import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { StateBadge, Tag } from "../../ui/StateBadge.tsx";
import { PLAIN_FIELDS } from "./fields.ts";
import type { DeskProduct, ProductKey } from "./queries.ts";
import classes from "./ProductPage.module.css";

/** The product as it is now: pictures, critiques, fields, family, offer. */
export function ProductTab({ product: desk, productKey }: { readonly product: DeskProduct; readonly productKey: ProductKey }) {
  const { t, i18n } = useTranslation("backoffice/product");
  const { product, status, price, stock } = desk;
  return (
    <div className={classes["columns"]}>
      <div className={classes["main"]}>
        <Pictures product={desk} productKey={productKey} />
        {status.reviews.length + status.pending.length === 0 ? null : <Critiques status={status} />}
        <Card title={t("data")}>
          <p className={classes["description"]}>{product.description}</p>
          <Facts isWide>
            {PLAIN_FIELDS.map((field) => (
              <Fact key={field} name={t(`fields.${field}`)}>
                {product[field]?.toLocaleString(i18n.language)}
              </Fact>
            ))}
          </Facts>
        </Card>
        <Card title={t("attributes")}>
          <Facts isWide>
            {(product.attributes ?? []).map(({ name, values }) => (
              <Fact key={name} name={name}>
                {values.join(", ")}
              </Fact>
            ))}
          </Facts>
        </Card>
      </div>
      <div className={classes["main"]}>
        <Card title={t("offer.title")}>
          <Facts>
            <Fact name={t("offer.listPrice")}>{price && <Money value={price.listPrice} />}</Fact>
            <Fact name={t("offer.salePrice")}>{price && <Money value={price.salePrice} />}</Fact>
            <Fact name={t("offer.physical")}>{stock?.physical}</Fact>
            <Fact name={t("offer.reserved")}>{stock?.reserved}</Fact>
            <Fact name={t("offer.forSale")}>{stock && <strong>{stock.availableForSale}</strong>}</Fact>
          </Facts>
          {price === undefined && stock === undefined ? <p className={classes["quiet"]}>{t("offer.none")}</p> : null}
        </Card>
        <Card title={t("status.title")}>
          <Facts>
            <Fact name={t("status.status")}>
              <StateBadge state={status.status} />
            </Fact>
            <Fact name={t("status.since")}>
              <Instant at={status.date} />
            </Fact>
            <Fact name={t("status.version")}>{desk.version}</Fact>
            <Fact name={t("status.editable")}>{t(status.editable ? "status.yes" : "status.no")}</Fact>
          </Facts>
        </Card>
        <Family product={desk} productKey={productKey} />
      </div>
    </div>
  );
}

function Pictures({ product: { product }, productKey }: { readonly product: DeskProduct; readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  const images = product.images ?? [];
  if (images.length === 0) return null;
  return (
    <div className={classes["pictures"]}>
      {images.map(({ url }, nth) => (
        <Picture key={url} {...productKey} nth={nth} alt={t("picture", { nth: nth + 1 })} />
      ))}
    </div>
  );
}

/** Every critique at its field, and what the product waits for. */
function Critiques({ status: { reviews, pending } }: { readonly status: DeskProduct["status"] }) {
  const { t } = useTranslation("backoffice/product");
  return (
    <Card title={t("critiques.title", { count: reviews.length })}>
      <ul className={classes["critiques"]}>
        {reviews.map(({ code, pointer, message, severity, stage }) => (
          <li key={`${code} ${pointer}`}>
            <IconAlertTriangle size={16} aria-hidden data-severity={severity} />
            <span>
              {message}
              <span className={classes["quiet"]}>
                <code>{pointer || "/"}</code> · {t(`critiques.${stage}`)}
              </span>
            </span>
            {severity === "warning" ? <Tag color="grey">{t("critiques.warning")}</Tag> : null}
          </li>
        ))}
        {pending.map(({ code, message }) => (
          <li key={code}>
            <IconClock size={16} aria-hidden />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Family({ product: { product, family }, productKey }: { readonly product: DeskProduct; readonly productKey: ProductKey }) {
  const { t } = useTranslation("backoffice/product");
  return (
    <Card title={t("family.title", { group: product.productGroup })}>
      <ul className={classes["family"]}>
        {family.map((member) => (
          <li key={member.sku} aria-current={member.sku === productKey.sku || undefined}>
            <Link to="/produtos/$sellerId/$sku" params={{ sellerId: String(productKey.sellerId), sku: member.sku }}>
              {[member.size, member.variation].filter(Boolean).join(" · ")}
            </Link>
            <StateBadge state={member.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
