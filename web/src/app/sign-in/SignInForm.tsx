import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/errors.ts";
import { signIn } from "../../api/session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { fieldErrors } from "../../ui/field-errors.ts";

/** Refusals that ask for the code of the authenticator app. */
const CODE_ASKED: ReadonlySet<string | undefined> = new Set(["code_required", "code_wrong"]);

/** E-mail and password, then the code of the authenticator app if the server asks for it. */
export function SignInForm({ email, onSignedIn }: { readonly email?: string; readonly onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [asksForCode, setAsksForCode] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { email: email ?? "", password: "", code: "" } });

  const submit = form.onSubmit(async ({ code: typedCode, ...values }) => {
    setFailure(undefined);
    try {
      await signIn({ ...values, ...(asksForCode ? { code: typedCode } : {}) });
      await onSignedIn();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      const isFirstAsking = code === "code_required" && !asksForCode;
      if (CODE_ASKED.has(code)) setAsksForCode(true);
      const { errors, rest } = fieldErrors(error, ["email", "password", "code"]);
      form.setErrors(errors);
      if (!isFirstAsking && (rest.length > 0 || !(error instanceof ApiError))) setFailure(rest[0]?.message ?? failureText(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {failure === undefined ? null : (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          {...form.getInputProps("email")}
          label={t("signIn.email")}
          type="email"
          name="email"
          autoComplete="username webauthn"
          readOnly={email !== undefined}
          required
          withAsterisk={false}
          data-autofocus={email === undefined || undefined}
        />
        <PasswordInput
          {...form.getInputProps("password")}
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== undefined || undefined}
          visibilityToggleButtonProps={{ "aria-label": t("signIn.showPassword") }}
        />
        {asksForCode ? (
          <TextInput
            {...form.getInputProps("code")}
            label={t("signIn.code")}
            description={t("signIn.codeHint")}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
          />
        ) : null}
        <Button type="submit" loading={form.submitting} fullWidth>
          {t("signIn.submit")}
        </Button>
      </Stack>
    </form>
  );
}
