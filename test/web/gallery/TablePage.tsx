import { IconInbox } from "@tabler/icons-react";
import { useState } from "react";
import { useAddressFilters } from "../../../web/src/app/use-address-filters.ts";
import { Deadline } from "../../../web/src/ui/Deadline.tsx";
import { EmptyState } from "../../../web/src/ui/EmptyState.tsx";
import { FilterBar } from "../../../web/src/ui/FilterBar.tsx";
import { Money } from "../../../web/src/ui/Money.tsx";
import { PageHeader } from "../../../web/src/ui/PageHeader.tsx";
import { StateBadge } from "../../../web/src/ui/StateBadge.tsx";
import type { TableColumn } from "../../../web/src/ui/table/columns.ts";
import { DataTable } from "../../../web/src/ui/table/DataTable.tsx";
import classes from "./gallery.module.css";

interface Item {
  readonly nth: number;
  readonly sku: string;
  readonly name: string;
  readonly state: string;
  readonly price: number;
  readonly stock: number;
  readonly due: number;
}

const MANY = 100_000;
const STATES = ["Aprovado", "Criticado", "Em catalogação", "Recebido"];
const item = (nth: number, now: number): Item => ({
  nth,
  sku: `TEN-COR-ORVALHO-${nth}`,
  name: `Tênis de Corrida Ximbrisa Orvalho Leve ${nth} com um nome que não cabe na coluna`,
  state: STATES[nth % STATES.length] ?? "",
  price: ((nth * 7_919) % 100_000) / 100,
  stock: (nth * 31) % 257,
  due: now + ((nth % 60) - 5) * 3_600_000,
});

const COLUMNS: readonly TableColumn<Item>[] = [
  { id: "sku", header: "SKU", cell: ({ sku }) => sku, value: ({ sku }) => sku, width: "180px" },
  { id: "name", header: "Nome", cell: ({ name }) => name, value: ({ name }) => name, width: "minmax(160px, 1fr)" },
  { id: "state", header: "Estado", cell: ({ state }) => <StateBadge state={state} />, width: "150px" },
  { id: "due", header: "Prazo", cell: ({ due }) => <Deadline at={due} />, value: ({ due }) => due, width: "140px" },
  { id: "stock", header: "Estoque", cell: ({ stock }) => stock, value: ({ stock }) => stock, isNumber: true, width: "100px" },
  {
    id: "price",
    header: "Preço",
    cell: ({ price }) => <Money value={price} />,
    value: ({ price }) => price,
    isNumber: true,
    width: "130px",
  },
];

/** A table of a hundred thousand rows; the address says which of its states is shown. */
export function TablePage() {
  const filters = useAddressFilters();
  const [opened, setOpened] = useState<string>();
  const [now] = useState(() => Date.now());
  const [all] = useState(() => Array.from({ length: MANY }, (_, nth) => item(nth, now)));
  const rows = filters.values["marca"] === "garoa" ? [] : all;
  return (
    <div className={classes["screen"]}>
      <PageHeader title="Produtos" text="100.000" />
      <FilterBar
        {...filters}
        filters={[
          { kind: "text", name: "texto", label: "Nome ou SKU" },
          {
            kind: "choice",
            name: "marca",
            label: "Marca",
            options: [
              { value: "ximbrisa", label: "Ximbrisa" },
              { value: "garoa", label: "Garoaleve" },
            ],
          },
          { kind: "flag", name: "criticados", label: "Só criticados" },
        ]}
      />
      <DataTable
        label="Produtos"
        columns={COLUMNS}
        rows={filters.values["criticados"] === true ? undefined : rows}
        keyOf={({ sku }) => sku}
        selected={opened}
        onOpen={({ sku }) => setOpened(sku)}
        empty={
          <EmptyState icon={IconInbox} title="Nenhum produto desta marca">
            Tire um filtro para ver os outros.
          </EmptyState>
        }
      />
    </div>
  );
}
