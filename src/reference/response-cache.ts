import { sha256 } from "../platform/basics/index.ts";
import type { NamedItem, ReferenceSnapshot } from "./snapshot.ts";
import { productJsonSchema } from "./product-json-schema.ts";

/** A rendered list: the same text for every caller until the version changes. */
export interface RenderedList {
  readonly text: string;
  readonly headers: { readonly etag: string };
}

/** The lookups of one version by path (`lookupPaths`). Each is rendered when it is first requested. */
export type RenderedLists = ReadonlyMap<string, () => RenderedList>;

const ROOT = "/api/v1";
/** The path of each lookup. A store is identified by its code or name in any letter case. */
export const lookupPaths = {
  brands: `${ROOT}/brands`,
  colors: `${ROOT}/colors`,
  flavors: `${ROOT}/flavors`,
  sizes: `${ROOT}/sizes`,
  stores: `${ROOT}/bus`,
  departments: (store: string) => `${ROOT}/bus/${normalizeStoreName(store)}/departments`,
  productTypes: (department: number) => `${ROOT}/department/${department}/productType`,
  templates: (department: number, type: number) => `${ROOT}/department/${department}/productType/${type}/templates`,
  schema: (department: number, type: number) => `${ROOT}/department/${department}/productType/${type}/schema`,
} as const;

const renderedByVersion = new WeakMap<ReferenceSnapshot, RenderedLists>();

/** The lookups of a version. Created once per version. */
export function renderedListsOf(snapshot: ReferenceSnapshot): RenderedLists {
  let lists = renderedByVersion.get(snapshot);
  if (!lists) renderedByVersion.set(snapshot, (lists = renderers(snapshot)));
  return lists;
}

function renderers(snapshot: ReferenceSnapshot): RenderedLists {
  const { stores, departments, productTypes } = snapshot.data;
  const lists = new Map<string, () => RenderedList>();
  const add = (path: string, view: () => object) => lists.set(path, renderOnce(view));
  for (const list of ["brands", "colors", "flavors", "sizes"] as const) {
    add(lookupPaths[list], () => namedView(lookupPaths[list], snapshot.data[list]));
  }
  add(lookupPaths.stores, () => storesView(snapshot));
  for (const store of stores) {
    const render = renderOnce(() => departmentsView(snapshot, store.code));
    lists.set(lookupPaths.departments(store.code), render).set(lookupPaths.departments(store.name), render);
  }
  for (const department of departments) {
    add(lookupPaths.productTypes(department.code), () => typesView(snapshot, department.code));
    for (const type of productTypes.filter((row) => row.departments.includes(department.code))) {
      const rules = snapshot.typeRules(department.name, type.name)!;
      add(lookupPaths.templates(department.code, type.code), () => templatesView(snapshot, department.code, type.code));
      add(lookupPaths.schema(department.code, type.code), () => productJsonSchema(rules, snapshot));
    }
  }
  return lists;
}

/** Renders a view at the first call and returns the same text from then on. The ETag of the text lets clients get 304. */
function renderOnce(view: () => object): () => RenderedList {
  let rendered: RenderedList | undefined;
  return () => {
    if (rendered) return rendered;
    const text = JSON.stringify(view());
    const etag = `"${sha256(text).toString("base64url")}"`;
    return (rendered = { text, headers: { etag } });
  };
}

const normalizeStoreName = (name: string) => name.normalize("NFC").trim().toLowerCase();

const link = (rel: string, href: string) => ({ rel, href });
/** An item has no separate path: its link is the list's path with the code as fragment. */
const itemLink = (list: string, code: number | string) => link("self", `${list}#${code}`);

const namedView = (self: string, items: readonly NamedItem[]) => ({
  items: items.map(({ code, name, externalCode }) => ({ code, name, externalCode, links: [itemLink(self, code)] })),
  links: [link("self", self)],
});

const storesView = ({ data }: ReferenceSnapshot) => ({
  items: data.stores.map(({ code, name }) => ({
    code,
    name,
    links: [itemLink(lookupPaths.stores, code), link("departments", storePath(code))],
  })),
  links: [link("self", lookupPaths.stores)],
});

/** The path with the store's canonical spelling, for links. `lookupPaths` ignores letter case. */
const storePath = (code: string) => `${ROOT}/bus/${code}/departments`;

const departmentsView = ({ data }: ReferenceSnapshot, store: string) => ({
  items: data.departments
    .filter((department) => department.stores.includes(store))
    .map(({ code, name }) => ({
      code,
      name,
      links: [itemLink(storePath(store), code), link("productType", lookupPaths.productTypes(code))],
    })),
  links: [link("self", storePath(store)), link("bus", lookupPaths.stores)],
});

function typesView({ data }: ReferenceSnapshot, department: number) {
  const self = lookupPaths.productTypes(department);
  return {
    items: data.productTypes
      .filter((type) => type.departments.includes(department))
      .map(({ code, name }) => ({
        code,
        name,
        links: [
          itemLink(self, code),
          link("templates", lookupPaths.templates(department, code)),
          link("schema", lookupPaths.schema(department, code)),
        ],
      })),
    links: [link("self", self)],
  };
}

function templatesView({ data }: ReferenceSnapshot, department: number, type: number) {
  const self = lookupPaths.templates(department, type);
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
    links: [
      link("self", self),
      link("schema", lookupPaths.schema(department, type)),
      link("productType", lookupPaths.productTypes(department)),
    ],
  };
}
