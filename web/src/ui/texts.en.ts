import type { SameKeys } from "./same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  close: "Close",
  copy: { done: "Copied", json: "Copy the JSON" },
  failure: {
    status: "The server answered {{status}} without saying why.",
    unreachable: "The server does not answer. Check the connection and try again.",
    page: "This part of the screen failed. Try again; if it happens again, reload the page.",
    retry: "Try again",
    copyId: "Copy the number of the call",
    openCall: "see this call",
    call: "The call",
  },
};
