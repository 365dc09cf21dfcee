import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { signInByPasskey } from "./passkey.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { Refusal } from "./Refusal.tsx";
import { useSignInForm } from "./use-sign-in-form.ts";

/** E-mail and password, then the code of the authenticator app if the server asks for it; or a passkey. */
export function SignInForm({ email, onSignedIn }: { readonly email?: string | undefined; readonly onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation();
  const { form, submit, enterBy, show, asksForCode, failure } = useSignInForm(email, onSignedIn);
  const isKnown = email !== undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Refusal text={failure} />
        <TextInput
          {...form.getInputProps("email")}
          label={t("signIn.email")}
          type="email"
          name="email"
          autoComplete="username"
          readOnly={isKnown}
          data-autofocus={!isKnown || undefined}
        />
        <PasswordInput
          {...form.getInputProps("password")}
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          data-autofocus={isKnown || undefined}
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
            autoFocus
          />
        ) : null}
        <Button type="submit" loading={form.submitting} fullWidth mt={4}>
          {t("signIn.submit")}
        </Button>
        <PasskeyButton label={t("signIn.passkey")} run={() => enterBy(signInByPasskey)} onFailure={show} />
      </Stack>
    </form>
  );
}
