import { sha256 } from "../platform/basics/random.ts";
import type { NamedItem, ReferenceSnapshot } from "./snapshot.ts";
import { productSchema } from "./product-json-schema.ts";

/** An answer that is ready to be sent: the same bytes for everyone until the version changes. */
export interface Ready {
  readonly text: string;
  readonly headers: { readonly etag: string };
}

/** The lookups of one version by their path (paths below); each text is written once, when it is first asked for. */
export type Shelf = ReadonlyMap<string, () => Ready>;

const ROOT = "/api/v1";
/** Where each lookup is. A store is named by code or name in any letter case; paths of unknown things lead nowhere. */
export const paths = {
  brands: `${ROOT}/brands`,
  colors: `${ROOT}/colors`,
  flavors: `${ROOT}/flavors`,
  sizes: `${ROOT}/sizes`,
  stores: `${ROOT}/bus`,
  departments: (store: string) => `${ROOT}/bus/${fold(store)}/departments`,
  productTypes: (department: number) => `${ROOT}/department/${department}/productType`,
  templates: (department: number, type: number) => `${ROOT}/department/${department}/productType/${type}/templates`,
  schema: (department: number, type: number) => `${ROOT}/department/${department}/productType/${type}/schema`,
} as const;

const shelves = new WeakMap<ReferenceSnapshot, Shelf>();

/** The shelf of a version, made once. */
export function shelfOf(snapshot: ReferenceSnapshot): Shelf {
  let shelf = shelves.get(snapshot);
  if (!shelf) shelves.set(snapshot, (shelf = makeShelf(snapshot)));
  return shelf;
}

function makeShelf(snapshot: ReferenceSnapshot): Shelf {
  const { stores, departments, productTypes } = snapshot.data;
  const shelf = new Map<string, () => Ready>();
  for (const list of ["brands", "colors", "flavors", "sizes"] as const) {
    shelf.set(
      paths[list],
      once(() => namedView(paths[list], snapshot.data[list])),
    );
  }
  shelf.set(
    paths.stores,
    once(() => storesView(snapshot)),
  );
  for (const store of stores) {
    const ready = once(() => departmentsView(snapshot, store.code));
    shelf.set(paths.departments(store.code), ready).set(paths.departments(store.name), ready);
  }
  for (const department of departments) {
    shelf.set(
      paths.productTypes(department.code),
      once(() => typesView(snapshot, department.code)),
    );
    for (const type of productTypes.filter((row) => row.departments.includes(department.code))) {
      const rules = snapshot.typeRules(department.name, type.name)!;
      shelf.set(
        paths.templates(department.code, type.code),
        once(() => templatesView(snapshot, department.code, type.code)),
      );
      shelf.set(
        paths.schema(department.code, type.code),
        once(() => productSchema(rules, snapshot)),
      );
    }
  }
  return shelf;
}

/** Nothing of an answer is made twice; a reader that has it already is told so by its ETag (304). */
function once(view: () => object): () => Ready {
  let ready: Ready | undefined;
  return () => {
    if (ready) return ready;
    const text = JSON.stringify(view());
    const etag = `"${sha256(text).toString("base64url")}"`;
    return (ready = { text, headers: { etag } });
  };
}

const fold = (name: string) => name.normalize("NFC").trim().toLowerCase();

const link = (rel: string, href: string) => ({ rel, href });
/** An item is a part of its list, so its own address is the list's with the item's code as fragment. */
const itemLink = (list: string, code: number | string) => link("self", `${list}#${code}`);

const namedView = (self: string, items: readonly NamedItem[]) => ({
  items: items.map(({ code, name, externalCode }) => ({ code, name, externalCode, links: [itemLink(self, code)] })),
  links: [link("self", self)],
});

const storesView = ({ data }: ReferenceSnapshot) => ({
  items: data.stores.map(({ code, name }) => ({
    code,
    name,
    links: [itemLink(paths.stores, code), link("departments", storePath(code))],
  })),
  links: [link("self", paths.stores)],
});

/** As it is written; a look-up folds letter case. */
const storePath = (code: string) => `${ROOT}/bus/${code}/departments`;

const departmentsView = ({ data }: ReferenceSnapshot, store: string) => ({
  items: data.departments
    .filter((department) => department.stores.includes(store))
    .map(({ code, name }) => ({ code, name, links: [itemLink(storePath(store), code), link("productType", paths.productTypes(code))] })),
  links: [link("self", storePath(store)), link("bus", paths.stores)],
});

function typesView({ data }: ReferenceSnapshot, department: number) {
  const self = paths.productTypes(department);
  return {
    items: data.productTypes
      .filter((type) => type.departments.includes(department))
      .map(({ code, name }) => ({
        code,
        name,
        links: [itemLink(self, code), link("templates", paths.templates(department, code)), link("schema", paths.schema(department, code))],
      })),
    links: [link("self", self)],
  };
}

function templatesView({ data }: ReferenceSnapshot, department: number, type: number) {
  const self = paths.templates(department, type);
  const { template } = data.productTypes.find((row) => row.code === type)!;
  const { attributes } = data.templates.find((row) => row.code === template)!;
  return {
    items: attributes.map(({ code, name, required, typeSelection, values }) => ({
      code,
      name,
      required,
      typeSelection,
      values: values.map(({ code: valueCode, value }) => ({ code: valueCode, value })),
      links: [itemLink(self, code)],
    })),
    links: [link("self", self), link("schema", paths.schema(department, type)), link("productType", paths.productTypes(department))],
  };
}
