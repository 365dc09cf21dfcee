import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FilterValues } from "../ui/FilterBar.tsx";

/** The filters of the screen as its address has them, and how to change them: `<FilterBar {...useAddressFilters()} filters={...} />`. */
export function useAddressFilters(): { readonly values: FilterValues; readonly onChange: (change: FilterValues) => void } {
  const values: FilterValues = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    values,
    // Typing into a filter makes no history: "back" leads to the screen before.
    onChange: (change) => void navigate({ to: ".", search: (before: FilterValues) => ({ ...before, ...change }), replace: true }),
  };
}
