export const texts = {
  screens: { home: "Início", order: "Pedido", orders: "Pedidos", product: "Produto", risk: "Risco" },
  screens: { home: "Início", review: "Revisão" },
};
