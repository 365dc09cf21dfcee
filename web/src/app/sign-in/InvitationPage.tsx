import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertCircle } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/errors.ts";
import { signIn } from "../../api/session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import { EntrancePage } from "./EntrancePage.tsx";
import { useEntrance } from "./use-entrance.ts";

const route = getRouteApi("/convite/$code");

/** Accepting an invitation: choose a password, and in. */
export function InvitationPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { code } = route.useParams();
  const enter = useEntrance();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { password: "" } });
  useEffect(() => {
    document.title = `${t("invitation.title")} · Vitrine`;
  }, [t]);

  const submit = form.onSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await signIn({ invitation: code, password });
      await enter();
    } catch (error) {
      const { errors, rest } = fieldErrors(error, ["password"]);
      form.setErrors(errors);
      if (rest.length > 0 || !(error instanceof ApiError)) setFailure(rest[0]?.message ?? failureText(error));
    }
  });

  return (
    <EntrancePage title={t("invitation.title")} text={t("invitation.text")}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {failure === undefined ? null : (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {failure}
            </Alert>
          )}
          <PasswordInput
            {...form.getInputProps("password")}
            label={t("invitation.password")}
            description={t("invitation.passwordHint")}
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("signIn.showPassword") }}
          />
          <Button type="submit" loading={form.submitting} fullWidth>
            {t("invitation.submit")}
          </Button>
        </Stack>
      </form>
    </EntrancePage>
  );
}
