import type { texts as backHome } from "../backoffice/home/texts.pt-BR.ts";
import type { texts as backOrder } from "../backoffice/order/texts.pt-BR.ts";
import type { texts as backOrders } from "../backoffice/orders/texts.pt-BR.ts";
import type { texts as backProduct } from "../backoffice/product/texts.pt-BR.ts";
import type { texts as backReview } from "../backoffice/review/texts.pt-BR.ts";
import type { texts as backRisk } from "../backoffice/risk/texts.pt-BR.ts";
import type { texts as back } from "../backoffice/texts.pt-BR.ts";
import type { texts as sellerCritiques } from "../portal/critiques/texts.pt-BR.ts";
import type { texts as sellerHome } from "../portal/home/texts.pt-BR.ts";
import type { texts as sellerOrder } from "../portal/order/texts.pt-BR.ts";
import type { texts as sellerOrders } from "../portal/orders/texts.pt-BR.ts";
import type { texts as sellerProducts } from "../portal/products/texts.pt-BR.ts";
import type { texts as sellerStock } from "../portal/stock/texts.pt-BR.ts";
import type { texts as seller } from "../portal/texts.pt-BR.ts";
import type { texts as ui } from "../ui/texts.pt-BR.ts";
import type { texts as account } from "./account/texts.pt-BR.ts";
import type { texts as app } from "./texts.pt-BR.ts";

/** Texts of screens, by their folder: one line for each screen. */
interface ScreenTexts {
  "app/account": typeof account;
  "backoffice/home": typeof backHome;
  "backoffice/order": typeof backOrder;
  "backoffice/orders": typeof backOrders;
  "backoffice/product": typeof backProduct;
  "backoffice/review": typeof backReview;
  "backoffice/risk": typeof backRisk;
  "portal/critiques": typeof sellerCritiques;
  "portal/home": typeof sellerHome;
  "portal/order": typeof sellerOrder;
  "portal/orders": typeof sellerOrders;
  "portal/products": typeof sellerProducts;
  "portal/stock": typeof sellerStock;
}
/** The folder of a screen, which is also the namespace of its texts. */
export type ScreenName = keyof ScreenTexts;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "app";
    resources: ScreenTexts & { app: typeof app; ui: typeof ui; portal: typeof seller; backoffice: typeof back };
  }
}
