import { useForm } from "@mantine/form";
import { useState } from "react";
import { ApiError } from "../../api/errors.ts";
import { signIn } from "../../api/session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { fieldErrors } from "../../ui/field-errors.ts";

/** Refusals that ask for the code of the authenticator app. */
const CODE_ASKED: ReadonlySet<string | undefined> = new Set(["code_required", "code_wrong"]);
const FIELDS = ["email", "password", "code"];

/** The state of signing in by password: the form, whether it asks for a code, and what the server said about all of it. */
export function useSignInForm(email: string | undefined, onSignedIn: () => Promise<void>) {
  const failureText = useFailureText();
  const [asksForCode, setAsksForCode] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { email: email ?? "", password: "", code: "" } });

  const show = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (CODE_ASKED.has(code)) setAsksForCode(true);
    const { errors, rest } = fieldErrors(error, FIELDS);
    form.setErrors(errors);
    // That a code is needed is no mistake the first time: its field appears.
    const isFirstAsking = code === "code_required" && !asksForCode;
    if (!isFirstAsking && Object.keys(errors).length === 0) setFailure(rest[0]?.message ?? failureText(error));
  };
  /** Takes one of the ways in. The form shows why if it leads nowhere. */
  const enterBy = async (way: () => Promise<void>) => {
    setFailure(undefined);
    await way();
    await onSignedIn();
  };
  const submit = form.onSubmit(async ({ code, ...values }) => {
    try {
      await enterBy(() => signIn({ ...values, ...(asksForCode ? { code } : {}) }));
    } catch (error) {
      show(error);
    }
  });
  return { form, submit, enterBy, show, asksForCode, failure };
}
