import { useState } from "react";
import { fieldErrors } from "../../ui/field-errors.ts";
import { wasDismissed } from "../sign-in/passkey.ts";

/** A call that a person starts: whether it is under way, and why it failed, at its fields or as a whole. */
export function useCall(fields: readonly string[] = []) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { errors, rest } = fieldErrors(failure, fields);
  const isElsewhere = rest.length > 0 || Object.keys(errors).length === 0;
  return {
    isBusy,
    /** The server's sentences at the fields. */
    errors,
    /** What belongs to no field, or not only to fields. */
    failure: isElsewhere ? failure : undefined,
    async run(call: () => Promise<void>): Promise<void> {
      setIsBusy(true);
      setFailure(undefined);
      try {
        await call();
      } catch (error) {
        if (!wasDismissed(error)) setFailure(error);
      }
      setIsBusy(false);
    },
  };
}
