import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { tell } from "../../app/notices.ts";
import { useMe } from "../../app/use-session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import type { OrderKey } from "../../ui/order/order-types.ts";
import { type Decision, type Proposal, proposalQuery, withdrawProposal } from "./use-frozen.ts";

/** What is proposed for an order, and what that means for the person who is signed in. */
export interface ProposalState {
  readonly proposal: Proposal;
  readonly isMine: boolean;
  /** Whether the person has proposed this, and so cannot confirm it. */
  mayNot(decision: Decision): boolean;
  /** Takes the proposal back. */
  withdraw(): Promise<void>;
  /** Reads the order and the list again. */
  readAgain(): Promise<void>;
}

/** What is proposed for an order, read again and again while it is frozen. */
export function useProposal(orderKey: OrderKey, isFrozen: boolean): ProposalState {
  const { t } = useTranslation("backoffice/risk");
  const me = useMe();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const { data: proposal = null } = useQuery({ ...proposalQuery(orderKey), enabled: isFrozen });
  const isMine = proposal?.proposedBy === `person:${me.id}`;
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: ["desk-order", orderKey.sellerId, orderKey.orderNumber] });
    void queryClient.invalidateQueries({ queryKey: ["desk-orders"] });
  };
  return {
    proposal,
    isMine,
    mayNot: (decision) => isMine && proposal?.move === decision,
    readAgain,
    async withdraw() {
      try {
        await withdrawProposal(orderKey);
        tell("done", t("withdrawn", { number: orderKey.orderNumber }));
      } catch (error) {
        tell("failed", failureText(error));
      }
      await readAgain();
    },
  };
}
