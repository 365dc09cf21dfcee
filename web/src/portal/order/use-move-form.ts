import { type FormEvent, useState } from "react";
import { ApiError } from "../../api/errors.ts";
import { useDraft } from "../../app/use-draft.ts";
import { fieldErrors } from "../../ui/field-errors.ts";

/** What is typed, by the name of the field on the wire. */
export type Fields = Readonly<Record<string, string>>;

interface MoveFormOptions<Values extends Fields> {
  /** Where the draft is kept: the order, the shipping and the move. */
  readonly draft: string;
  readonly first: Values;
  /** Carries the move out, or throws the refusal. */
  readonly send: (values: Values) => Promise<void>;
}

/** A form of a move: what is typed is kept until it is accepted, and every refusal stands at its field. */
export function useMoveForm<Values extends Fields>({ draft: name, first, send }: MoveFormOptions<Values>) {
  const draft = useDraft(name, first);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const { errors, rest } = fieldErrors(failure, Object.keys(first));
  const isAtFields = failure instanceof ApiError && failure.details.length > 0 && rest.length === 0;
  const submit = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await send(draft.value);
      draft.clear();
    } catch (error) {
      setFailure(error);
    }
    setIsBusy(false);
  };
  return {
    values: draft.value,
    /** Changes some fields, whose refusals no longer count. */
    change: (change: Partial<Values>) => draft.set({ ...draft.value, ...change }),
    /** What an input of a field takes. */
    input: (field: keyof Values & string) => ({
      value: draft.value[field] ?? "",
      error: errors[field],
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        draft.set({ ...draft.value, [field]: value }),
    }),
    /** What stands at no field, and failures that are no refusals. */
    failure: failure === undefined || isAtFields ? undefined : failure,
    isBusy,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}

/** The fields that have something in them. */
export const filled = <Values extends Fields>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== "")) as Partial<Values>;

/** The instant that a date field has, in ISO 8601. */
export const instantOf = (local: string): string => new Date(local).toISOString();
