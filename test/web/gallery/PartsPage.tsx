import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconInbox, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, wholeAnswerOf } from "../../../web/src/api/client.ts";
import { ApiError, UnreachableError } from "../../../web/src/api/errors.ts";
import { tell } from "../../../web/src/app/notices.ts";
import { usePaletteActions } from "../../../web/src/app/palette-actions.ts";
import { usePageTitle } from "../../../web/src/app/shell/use-screen-title.ts";
import { Card, Fact, Facts } from "../../../web/src/ui/Card.tsx";
import { ConfirmDialog } from "../../../web/src/ui/ConfirmDialog.tsx";
import { CopyButton } from "../../../web/src/ui/CopyButton.tsx";
import { Deadline } from "../../../web/src/ui/Deadline.tsx";
import { EmptyState } from "../../../web/src/ui/EmptyState.tsx";
import { ErrorPanel } from "../../../web/src/ui/ErrorPanel.tsx";
import { fieldErrors } from "../../../web/src/ui/field-errors.ts";
import { FileDrop } from "../../../web/src/ui/FileDrop.tsx";
import { JsonView } from "../../../web/src/ui/JsonView.tsx";
import { KeyHint } from "../../../web/src/ui/keys/KeyHint.tsx";
import { keyTable } from "../../../web/src/ui/keys/key-table.ts";
import { useKeys } from "../../../web/src/ui/keys/use-keys.ts";
import { Money } from "../../../web/src/ui/Money.tsx";
import { PageHeader } from "../../../web/src/ui/PageHeader.tsx";
import { PageSkeleton } from "../../../web/src/ui/PageSkeleton.tsx";
import { type Period, PeriodInput } from "../../../web/src/ui/PeriodInput.tsx";
import { Picture } from "../../../web/src/ui/Picture.tsx";
import { StateBadge, Tag } from "../../../web/src/ui/StateBadge.tsx";
import { TabBar } from "../../../web/src/ui/TabBar.tsx";
import { Timeline } from "../../../web/src/ui/Timeline.tsx";
import classes from "./gallery.module.css";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PRODUCTS = ["Recebido", "Criticado", "Em catalogação", "Aprovado"];
const ORDERS = ["Created", "approved", "Frozen", "Invoiced", "shipped", "delivered", "canceled", "Waiting Checkin", "Unheard of"];
const KEYS = keyTable({
  approve: { keys: "a", words: { "pt-BR": "aprovar", en: "approve" } },
  tell: { keys: "t", words: { "pt-BR": "avisar", en: "tell" } },
});
const REFUSAL = new ApiError({ method: "PUT", address: "/api/v2/products/BRISA-M/stocks" }, 409, "0a1b2c3d-0000-4000-8000-123456789abc", {
  type: "Business_Logic_Error",
  description: "conflict",
  notifications: [],
  details: [
    {
      code: "version_differs",
      pointer: "header.If-Match",
      message: "O estoque mudou: a versão é 8, e você enviou 7. Leia de novo e repita.",
      current: { physical: 40 },
    },
    { code: "negative", pointer: "/available", message: "available veio como -2; envie 0 ou mais." },
  ],
  requestId: "0a1b2c3d-0000-4000-8000-123456789abc",
  links: [],
});

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes["part"]}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Sends what is typed, and puts every refusal at its field. */
function StockForm() {
  const form = useForm({ initialValues: { available: "" } });
  const [answer, setAnswer] = useState("");
  const save = form.onSubmit(async ({ available }) => {
    try {
      const { headers } = await wholeAnswerOf(
        api.PUT("/api/v2/products/{sku}/stocks", { params: { path: { sku: "BRISA-M" } }, body: { available: Number(available) } }),
      );
      setAnswer(`guardado: ${available} ${headers.get("x-request-id") === null ? "" : "✓"}`);
    } catch (error) {
      form.setErrors(fieldErrors(error, ["available"]).errors);
    }
  });
  return (
    <form onSubmit={save} className={classes["row"]}>
      <TextInput {...form.getInputProps("available")} aria-label="Estoque" />
      <Button type="submit">Guardar</Button>
      <output>{answer}</output>
    </form>
  );
}

/** Every part that is not a table. */
export function PartsPage() {
  const [now] = useState(() => Date.now());
  const [isAsking, asking] = useDisclosure(false);
  const [period, setPeriod] = useState<Period>(["2026-11-01", "2026-11-27"]);
  const approve = () => tell("done", "Aprovado: Tênis de Corrida Orvalho Leve, 40.");
  useKeys(KEYS, { approve, tell: () => tell("failed", "O servidor recusou: o item já foi decidido por outra pessoa.") });
  usePaletteActions([{ id: "approve", label: "Aprovar o produto", run: approve }]);
  usePageTitle("217857136570962");
  return (
    <>
      <PageHeader
        title="Tênis de Corrida Ximbrisa Orvalho Leve Unissex com um nome bem longo que quebra em duas linhas"
        badge={<StateBadge state="Em catalogação" />}
        text="TEN-COR-ORVALHO-PINK-40 · Ximbrisa · vence em 47 h"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconX size={16} aria-hidden />}
              rightSection={<KeyHint keys="r" />}
              onClick={asking.open}
            >
              Criticar
            </Button>
            <Button rightSection={<KeyHint keys="a" onFilled />} onClick={approve}>
              Aprovar
            </Button>
          </>
        }
      />
      <div className={classes["grid"]}>
        <Part title="States">
          <p className={classes["row"]}>
            {PRODUCTS.map((state) => (
              <StateBadge key={state} state={state} />
            ))}
          </p>
          <p className={classes["row"]}>
            {ORDERS.map((state) => (
              <StateBadge key={state} state={state} />
            ))}
          </p>
        </Part>
        <Part title="Money, instants, deadlines">
          <p className={classes["row"]}>
            <Money value={1_234.5} />
            <Money value={-89.9} />
            <Money value={1_000_000} />
          </p>
          <p className={classes["row"]}>
            <Deadline at={now + 47 * HOUR} />
            <Deadline at={now + 3 * HOUR} />
            <Deadline at={now - 2 * HOUR} />
            <Deadline at={now + 47 * HOUR} isShort />
          </p>
        </Part>
        <Part title="A tag">
          <Tag color="violet">mínimo</Tag>
        </Part>
        <Part title="Timeline">
          <Timeline
            label="Linha do tempo"
            entries={[
              { id: "1", title: "Criado", detail: "reserva de 3 unidades", at: now - 26 * HOUR },
              { id: "2", title: "Aprovado", detail: "pagamento confirmado · avisado em 2 endpoints", at: now - 5 * MINUTE },
              { id: "3", title: "Faturar até", detail: "27 de novembro, 18:00", at: now + 22 * HOUR, isAhead: true },
              { id: "4", title: "Enviar", isAhead: true },
            ]}
          />
        </Part>
        <Part title="A card">
          <Card title="Entrega">
            <Facts>
              <Fact name="Quem entrega">Fulfillment</Fact>
              <Fact name="Chega até">
                <Deadline at={now + HOUR} />
              </Fact>
              <Fact name="Sem valor" />
            </Facts>
          </Card>
          <TabBar label="Abas">
            <Link to="/" aria-current="page">
              Dados
            </Link>
            <Link to="/">Versões</Link>
          </TabBar>
        </Part>
        <Part title="JSON">
          <JsonView
            value={{ sku: "BRISA-M", available: 40, active: true, name: '<b>aspas " e marcação</b>', empty: null, list: [1.5, -2e3] }}
          />
        </Part>
        <Part title="A file">
          <FileDrop
            title="Solte aqui o XML da nota autorizada"
            accept={{ "text/xml": [".xml"] }}
            maxBytes={1_000_000}
            onFile={({ name }) => tell("news", name)}
            onReject={() => tell("failed", "Só um arquivo XML de até 1 MB.")}
          >
            Conferimos chave, emitente, destinatário, total e assinatura na hora. Nada é registrado antes de você confirmar.
          </FileDrop>
        </Part>
        <Part title="Pictures, keys, copying, a period">
          <p className={classes["row"]}>
            <Picture sellerId={1001} sku="A/1" nth={undefined} size={40} alt="" />
            <Picture sellerId={1001} sku="A/1" nth={undefined} size={64} alt="Sem foto" />
            <KeyHint keys="j" />
            <KeyHint keys="mod+k" />
            <KeyHint keys="g p" />
            <CopyButton value="0a1b" label="Copiar" />
          </p>
          <PeriodInput label="Período" value={period} onChange={setPeriod} />
        </Part>
        <Part title="A call">
          <StockForm />
        </Part>
        <Part title="A refusal">
          <ErrorPanel error={REFUSAL} onRetry={approve} />
        </Part>
        <Part title="No connection, an exception">
          <ErrorPanel error={new UnreachableError({ method: "GET", address: "/" }, undefined)} onRetry={approve} />
          <ErrorPanel error={new Error("undefined is not a function")} />
        </Part>
        <Part title="Nothing">
          <EmptyState icon={IconInbox} title="Nenhum pedido espera por você" action={<Button variant="light">Ver todos os pedidos</Button>}>
            Pedidos aprovados aparecem aqui assim que o pagamento é confirmado.
          </EmptyState>
        </Part>
        <Part title="On its way">
          <PageSkeleton />
        </Part>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title="Cancelar o pedido?"
        confirm="Cancelar o pedido"
        isDangerous
        onClose={asking.close}
        onConfirm={async () => {
          throw REFUSAL;
        }}
      >
        O cliente recebe o valor de volta. Não dá para desfazer.
      </ConfirmDialog>
    </>
  );
}
