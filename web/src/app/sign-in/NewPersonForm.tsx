import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type InvitationView, signIn } from "../../api/session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import type { Language } from "../language.ts";
import { acceptByPasskey } from "./passkey.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { Refusal } from "./Refusal.tsx";

interface NewPersonFormProps {
  readonly code: string;
  readonly invitation: InvitationView;
  readonly onSignedIn: () => Promise<void>;
}

/** Who the person is, and a password or a passkey. An invitation without an e-mail asks for it. */
export function NewPersonForm({ code, invitation: { email, name }, onSignedIn }: NewPersonFormProps) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { email: email ?? "", name, password: "" } });

  const show = (error: unknown) => {
    const { errors, rest } = fieldErrors(error, ["email", "name", "password"]);
    form.setErrors(errors);
    if (Object.keys(errors).length === 0) setFailure(rest[0]?.message ?? failureText(error));
  };
  const submit = form.onSubmit(async (values) => {
    setFailure(undefined);
    try {
      const who = email === undefined ? values : { name: values.name, password: values.password };
      await signIn({ invitation: code, language: i18n.language as Language, ...who });
      await onSignedIn();
    } catch (error) {
      show(error);
    }
  });
  const byPasskey = async () => {
    setFailure(undefined);
    await acceptByPasskey(code);
    await onSignedIn();
  };

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
          readOnly={email !== undefined}
        />
        <TextInput {...form.getInputProps("name")} label={t("invitation.name")} name="name" autoComplete="name" />
        <PasswordInput
          {...form.getInputProps("password")}
          label={t("invitation.password")}
          description={t("invitation.passwordHint")}
          name="password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("signIn.showPassword") }}
        />
        <Button type="submit" loading={form.submitting} fullWidth mt={4}>
          {t("invitation.submit")}
        </Button>
        {email === undefined ? null : <PasskeyButton label={t("invitation.passkey")} run={byPasskey} onFailure={show} />}
      </Stack>
    </form>
  );
}
