export const texts = {
  screens: { home: "Início", review: "Revisão", orders: "Pedidos", order: "Pedido", risk: "Risco", product: "Produto" },
};
