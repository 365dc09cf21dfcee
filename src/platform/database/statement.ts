/** A hand-written statement. `name` is unique in the project; each connection prepares the statement once under that name. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set; carries the row type. */
  readonly row?: Row;
}

/** Defines a statement of a queries.ts file; `Row` is the type of its rows. */
export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text });
