import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { Card, Fact, Facts } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { changeLanguage, type Language, LANGUAGES } from "../language.ts";
import { tell } from "../notices.ts";
import { useDraft } from "../use-draft.ts";
import { useMe } from "../use-session.ts";
import { changeName } from "./queries.ts";
import { useCall } from "./use-call.ts";

/** E-mail, name and language. The language changes at once, as in the person's menu. */
export function ProfileCard() {
  const { t } = useTranslation("app/account");
  const { email } = useMe();
  return (
    <Card title={t("profile.title")}>
      <Stack gap="lg">
        <Facts>
          <Fact name={t("profile.email")}>{email}</Fact>
        </Facts>
        <NameForm />
        <LanguageChoice />
      </Stack>
    </Card>
  );
}

function NameForm() {
  const { t } = useTranslation("app/account");
  const { name } = useMe();
  const queryClient = useQueryClient();
  const typed = useDraft<string | null>("account.name", null);
  const { isBusy, errors, failure, run } = useCall(["name"]);
  const value = typed.value ?? name;
  const save = async () => {
    queryClient.setQueryData(meQuery.queryKey, await changeName(value));
    typed.clear();
    tell("done", t("profile.saved"));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t("profile.name")}
          name="name"
          autoComplete="name"
          value={value}
          error={errors["name"]}
          onChange={({ currentTarget }) => typed.set(currentTarget.value)}
        />
        {failure === undefined ? null : <ErrorPanel error={failure} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={value === name}>
            {t("profile.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation("app/account");
  const { t: inApp } = useTranslation();
  const { failure, run } = useCall();
  // Its texts take a moment to come.
  const [chosen, setChosen] = useState<Language>();
  const choose = async (language: Language) => {
    setChosen(language);
    await changeLanguage(i18n, language);
  };
  return (
    <Radio.Group
      label={t("profile.language")}
      description={t("profile.languageHint")}
      value={chosen ?? i18n.language}
      onChange={(language) => void run(() => choose(language as Language).finally(() => setChosen(undefined)))}
    >
      <Group gap="lg" mt="sm">
        {LANGUAGES.map((language) => (
          <Radio key={language} value={language} lang={language} label={inApp(`languages.${language}`)} />
        ))}
      </Group>
      {failure === undefined ? null : <ErrorPanel error={failure} />}
    </Radio.Group>
  );
}
