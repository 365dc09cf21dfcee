import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

/** What the server said about the whole form. */
export function Refusal({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      {text}
    </Alert>
  );
}
