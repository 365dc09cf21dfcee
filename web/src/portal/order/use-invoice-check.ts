import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

type CheckBody = schemas["v1"]["InvoiceRehearsalBody"];

/**
 * What invoicing would say, asked without recording anything. `body` is undefined while there is nothing to ask about; `identity` stands for
 * it, because a body may have a whole document.
 */
export function useInvoiceCheck(orderNumber: string, shippingCode: number, body: CheckBody | undefined, identity: string) {
  return useQuery({
    queryKey: ["order", orderNumber, "invoice-check", shippingCode, identity],
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/validate", {
          params: { path: { orderNumber, shippingCode } },
          body: body ?? {},
          signal,
        }),
      ),
  });
}
export type InvoiceCheck = ReturnType<typeof useInvoiceCheck>;
