export const texts = {
  close: "Fechar",
  copy: { done: "Copiado", json: "Copiar o JSON" },
  failure: {
    status: "O servidor respondeu {{status}} sem dizer por quê.",
    unreachable: "O servidor não responde. Verifique a conexão e tente de novo.",
    page: "Esta parte da tela falhou. Tente de novo; se repetir, recarregue a página.",
    retry: "Tentar de novo",
    copyId: "Copiar o número da chamada",
    openCall: "ver esta chamada",
    call: "A chamada",
  },
};
