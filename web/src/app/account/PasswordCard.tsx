import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { tell } from "../notices.ts";
import { useMe } from "../use-session.ts";
import { changePassword, sessionsQuery } from "./queries.ts";
import { afterRecentSignIn } from "./recent-sign-in.ts";
import { useCall } from "./use-call.ts";
import classes from "./parts.module.css";

const EMPTY = { current: "", password: "" };

/** Changes the password, or sets one for who has none. What is typed is kept nowhere but in its fields. */
export function PasswordCard() {
  const { t } = useTranslation("app/account");
  const { email, hasPassword } = useMe();
  const { values, set, isBusy, errors, failure, save } = usePassword();
  const { t: inApp } = useTranslation();
  const shows = { visibilityToggleButtonProps: { "aria-label": inApp("signIn.showPassword") } };
  return (
    <Card title={t("password.title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <p className={classes["text"]}>{hasPassword ? t("password.text") : t("password.none")}</p>
          {/* For password managers, which keep a password with its e-mail. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          {hasPassword ? (
            <PasswordInput
              {...shows}
              label={t("password.current")}
              name="current"
              autoComplete="current-password"
              value={values.current}
              error={errors["current"]}
              onChange={({ currentTarget }) => set({ current: currentTarget.value })}
            />
          ) : null}
          <PasswordInput
            {...shows}
            label={t("password.new")}
            description={t("password.hint")}
            name="password"
            autoComplete="new-password"
            value={values.password}
            error={errors["password"]}
            onChange={({ currentTarget }) => set({ password: currentTarget.value })}
          />
          {failure === undefined ? null : <ErrorPanel error={failure} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={values.password === ""}>
              {hasPassword ? t("password.change") : t("password.set")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function usePassword() {
  const { t } = useTranslation("app/account");
  const { hasPassword } = useMe();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const { run, ...call } = useCall(["current", "password"]);
  const change = async () => {
    const { current, password } = values;
    const body = hasPassword ? { current, password } : { password };
    queryClient.setQueryData(meQuery.queryKey, await afterRecentSignIn(() => changePassword(body)));
    setValues(EMPTY);
    tell("done", t("password.changed"));
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return {
    ...call,
    values,
    set: (changed: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...changed })),
    save: () => void run(change),
  };
}
