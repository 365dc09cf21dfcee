import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./ChoiceMenu.module.css";
import type { DropdownProps } from "./OnDemand.tsx";

/** A value that may be chosen, and how it is shown. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceMenuProps extends DropdownProps {
  readonly options: readonly Choice[];
  readonly chosen: Choice | undefined;
  readonly onChoose: (option: Choice) => void;
}

/** What a filter can be set to, with a check at what it is. */
export function ChoiceMenu({ button, options, chosen, onChoose, ...state }: ChoiceMenuProps) {
  const { t } = useTranslation("ui");
  return (
    <Menu {...state} position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes["options"]}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            rightSection={option === chosen ? <IconCheck size={15} aria-label={t("filters.chosen")} /> : null}
            onClick={() => onChoose(option)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
