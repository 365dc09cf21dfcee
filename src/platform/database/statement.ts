/** A hand-written statement. `name` is unique in the project; connections prepare it once under that name. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set; carries the row type. */
  readonly row?: Row;
}

/** A row of some queries.ts: its name, its text and the type of its rows. */
export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text });
