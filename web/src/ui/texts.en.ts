import type { SameKeys } from "./same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  close: "Close",
  copy: { done: "Copied", json: "Copy the JSON" },
  confirm: { back: "Back" },
  deadline: { late: "late" },
  failure: {
    status: "The server answered {{status}} without saying why.",
    unreachable: "The server does not answer. Check the connection and try again.",
    page: "This part of the screen failed. Try again; if it happens again, reload the page.",
    retry: "Try again",
    copyId: "Copy the number of the call",
    openCall: "see this call",
    call: "The call",
  },
  filters: { title: "Filters", clear: "Clear the filters", clearOne: "{{filter}}: clear", chosen: "chosen" },
  period: { next: "Next month", previous: "Previous month" },
  states: {
    received: "Received",
    criticized: "Criticized",
    cataloguing: "In cataloguing",
    onSale: "Approved",
    created: "Created",
    approved: "Approved",
    frozen: "Frozen",
    invoiced: "Invoiced",
    shipped: "Shipped",
    delivered: "Delivered",
    canceled: "Canceled",
    waitingCheckin: "Waiting for check-in",
  },
  table: { loading: "The rows are on their way." },
};
