import { statement } from "../../../platform/database/index.ts";
import { BY_RISK, counted, free, freeOfEachSeller, type FreeRow, type ListedRow, OF_BRAND, queue, queueOfSeller } from "../queries.ts";

// The statements on the queue for one brand, each with the values of the one for every brand.

/** A page of the queue of one brand, in one department or all. Index: review_claims_due_of_brand, products_pkey. */
export const listQueueOfBrand = statement<ListedRow>(
  "review.list_queue_of_brand",
  `/* fanout */ ${queue("and ($6::text is null or c.department = $6)", OF_BRAND)}`,
);
/** A page of the queue of one brand of one seller. Index: review_claims_due_of_seller_and_brand, products_pkey. */
export const listQueueOfSellerAndBrand = statement<ListedRow>("review.list_queue_of_seller_and_brand", queueOfSeller(OF_BRAND));

/** Counts the queue of one brand, up to a limit. Index: review_claims_due_of_brand, review_claims_by_risk_of_brand. */
export const countQueueOfBrand = statement<{ waiting: number }>(
  "review.count_queue_of_brand",
  `/* fanout */ ${counted("and ($5::text is null or c.department = $5)", OF_BRAND)}`,
);
/** Counts the queue of one brand of one seller, up to a limit. Index: review_claims_due_of_seller_and_brand. */
export const countQueueOfSellerAndBrand = statement<{ waiting: number }>(
  "review.count_queue_of_seller_and_brand",
  counted("and c.seller_id = $6 and ($5::text is null or c.department = $5)", OF_BRAND),
);

/** The items of one brand that nobody holds, in one department or all. Index: review_claims_due_of_brand. */
export const listFreeOfBrand = statement<FreeRow>(
  "review.list_free_of_brand",
  `/* fanout */ ${free("and ($5::text is null or c.department = $5)", { filtered: OF_BRAND })}`,
);
/** The items of one brand of the riskiest sellers that nobody holds. Index: review_claims_by_risk_of_brand. */
export const listFreeByRiskOfBrand = statement<FreeRow>(
  "review.list_free_by_risk_of_brand",
  `/* fanout */ ${free("and c.risk <= $5 and ($6::text is null or c.department = $6)", { order: BY_RISK, filtered: OF_BRAND })}`,
);
/** The items of one brand of one seller that nobody holds. Index: review_claims_due_of_seller_and_brand. */
export const listFreeOfSellerAndBrand = statement<FreeRow>(
  "review.list_free_of_seller_and_brand",
  free("and c.seller_id = $6 and ($5::text is null or c.department = $5)", { filtered: OF_BRAND }),
);
/** As `listFreeOfEachSeller`, of one brand. Index: review_claims_due_of_seller, review_claims_due_of_seller_and_brand. */
export const listFreeOfEachSellerOfBrand = statement<FreeRow>(
  "review.list_free_of_each_seller_of_brand",
  `/* fanout */ ${freeOfEachSeller(OF_BRAND)}`,
);
